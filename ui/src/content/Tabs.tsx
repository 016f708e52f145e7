import { Children, isValidElement, useEffect, useId, useRef, type ReactNode } from 'react';
import { enhanceBox } from '../enhancements/enhanceTabs';
import { contentContext } from '../lib/text/locale';
import type { TabItemProps } from './TabItem';

export type TabsProps = {
  /** Tabs of the same group select the same value, on this page and on others. */
  groupId?: string;
  /** The query parameter for the selected value; `true` names it after the group. */
  queryString?: string | boolean;
  defaultValue?: string | null;
  values?: { value: string; label?: string; default?: boolean }[];
  /** Accepted for compatibility with Docusaurus; has no effect. */
  lazy?: boolean;
  /** Accepted for compatibility with Docusaurus; has no effect. */
  block?: boolean;
  /** The accessible name of the tab list. */
  label?: string;
  children?: ReactNode;
};

type Tab = { value: string; label: string; isDefault: boolean; children: ReactNode };

/**
 * A tab list and its panels. `enhancements/enhanceTabs.ts` adds the behaviour; without script all panels are shown. In an
 * island the component calls it after hydration.
 */
export default function Tabs({ groupId, queryString = false, defaultValue, values, label, children }: TabsProps) {
  const id = useId();
  const tabs = readTabs(children, values);
  const selected = checkedDefault(tabs, defaultValue);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return undefined;
    box.current.dataset.tabs = '';
    return enhanceBox(box.current, replaceQuery);
  }, []);
  return (
    <div
      ref={box}
      className="tabs-box"
      data-tabs={contentContext().isIsland ? undefined : ''}
      data-group={groupId}
      data-query={parameterName(queryString, groupId)}
    >
      {/* The page's script takes `inert` away before this is hydrated. */}
      <div className="tabs" role="tablist" aria-label={label} inert suppressHydrationWarning>
        {tabs.map(({ value, label: text }, index) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`${id}t${index}`}
            aria-controls={`${id}p${index}`}
            aria-selected={value === selected}
            tabIndex={value === selected ? 0 : -1}
            data-value={value}
          >
            {text}
          </button>
        ))}
      </div>
      {tabs.map(({ value, label: text, children: content }, index) => (
        <div
          key={value}
          role="tabpanel"
          id={`${id}p${index}`}
          aria-labelledby={`${id}t${index}`}
          data-state={value === selected ? 'active' : 'inactive'}
        >
          <p className="tab-label">{text}</p>
          {content}
        </div>
      ))}
    </div>
  );
}

function replaceQuery(search: string): void {
  window.history.replaceState(window.history.state, '', search + window.location.hash);
}

function readTabs(children: ReactNode, values: TabsProps['values']): Tab[] {
  const tabs = Children.toArray(children).flatMap((child): Tab[] => {
    if (!isValidElement<TabItemProps>(child) || child.props.value === undefined) return [];
    const { value, label, default: isDefault = false } = child.props;
    const named = values?.find((entry) => entry.value === value);
    return [
      {
        value,
        label: named?.label ?? label ?? value,
        isDefault: named?.default ?? isDefault,
        children: child.props.children,
      },
    ];
  });
  if (tabs.length === 0) throw new Error('`Tabs` needs at least one `TabItem` with a `value`');
  const repeated = tabs.filter(({ value }, index) => tabs.findIndex((tab) => tab.value === value) !== index);
  if (repeated.length > 0) throw new Error(`\`Tabs\` has the value ${quote(repeated)} more than once`);
  return tabs;
}

function checkedDefault(tabs: readonly Tab[], wanted: string | null | undefined): string | null {
  if (wanted === undefined) return (tabs.find(({ isDefault }) => isDefault) ?? tabs[0])?.value ?? null;
  if (wanted === null || tabs.some(({ value }) => value === wanted)) return wanted;
  throw new Error(`\`Tabs\` has no value \`${wanted}\` for its default; its values are ${quote(tabs)}`);
}

function parameterName(queryString: string | boolean, groupId: string | undefined): string | undefined {
  if (queryString === false) return undefined;
  if (queryString !== true) return queryString;
  if (groupId === undefined) throw new Error('`Tabs` with `queryString` but no name for it needs a `groupId`');
  return groupId;
}

function quote(tabs: readonly Tab[]): string {
  return tabs.map(({ value }) => `\`${value}\``).join(', ');
}
