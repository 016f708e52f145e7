/** The figures of passives and sets: which of them the calculator has a field for. */

type Figure = { stat: string; unit: string };

/** Figures that the calculator has no field for. */
const OTHER_FIGURES = [
  /^$/,
  /^(?:Below this HP|Chance|Condition|Limit|Cooldown)\b/,
  /^(?:ATK SPD|Energy|Energy Recharge|Stamina|movement speed)$/i,
  /^(?:healing|healing bonus|incoming healing|Character Healing Effectiveness|shield strength)$/i,
  /^(?:Bloom|Burgeon|Hyperbloom|Electro-Charged|Lunar-\w+)$/,
  /^(?:All Elemental|Electro|Pyro) RES$/,
  // Damage of the passive itself, in percent of a stat.
  /^(?:(?:Additional|AoE|Extra) DMG\b.*|DMG|DMG taken up)$/,
  /: (?:AoE )?(?:additional )?DMG\b/,
  /^(?:Cyclone|Favor of the clouds|Icicle DMG|Shield created)\b/,
];

/** `Normal and Charged Attack DMG` and `ATK / CRIT Rate` are two figures each. */
function partsOf(label: string): string[] {
  return label.replace(/^Normal and Charged Attack DMG$/, 'Normal Attack DMG / Charged Attack DMG').split(' / ');
}

/** The figures of a label that have a field. Fails for a part that is neither of use nor known to have none. */
export function figuresOf(label: string, unit: string, where: string, isUseful: (figure: Figure) => boolean): Figure[] {
  return partsOf(label).flatMap((stat) => {
    const figure = { stat, unit };
    if (isUseful(figure)) return [figure];
    // Percentages of a stat such as mastery are damage, too.
    if (OTHER_FIGURES.some((other) => other.test(stat)) || (stat === 'EM' && unit === '%')) return [];
    throw new Error(
      `\`${where}\`: the calculator does not know the figure \`${stat}\`; add a field for it to \`fieldOf\`, or name it in \`OTHER_FIGURES\``,
    );
  });
}
