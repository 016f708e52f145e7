import { Statements, StatementText } from './Statements';
import type { Statement } from '../../lib/types';

export type EffectsProps = { effects: Statement[] };

/** A row's label is before its first colon, if it is short. */
const LABEL = /^([^:.]{1,42}): (.+)$/s;

/** What an ability does, a row for each effect. */
export function Effects({ effects }: EffectsProps) {
  if (effects.length === 0) return null;
  if (!effects.some((effect) => LABEL.test(textOf(effect)))) return <Statements statements={effects} />;
  return (
    <dl className="effects" data-generated="">
      {effects.map((effect, at) => {
        const [, label, text] = LABEL.exec(textOf(effect)) ?? [];
        return (
          <div key={at}>
            <dt>{label ?? ''}</dt>
            <dd>
              <StatementText statement={withText(effect, text ? capitalized(text) : textOf(effect))} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function textOf(statement: Statement): string {
  return typeof statement === 'string' ? statement : statement.text;
}

function withText(statement: Statement, text: string): Statement {
  return typeof statement === 'string' ? text : { ...statement, text };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
