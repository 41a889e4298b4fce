import { RISK_LEVELS } from '../../domain/risk-level.ts'
import { COLOURS, LEVEL_COLOURS } from '../colours.ts'
import { levelNumber } from '../levels.ts'

/** The style sheet of all cards: light and dark as the reader has it, from 280 CSS pixels, without a font of its own. */
export function cardStyle(): string {
  const both = ({ day, night }: { day: string; night: string }) => `light-dark(${day},${night})`
  const levels = RISK_LEVELS.map(
    (level) => `.lv${levelNumber(level)}{--level:${both(LEVEL_COLOURS[level])}}`,
  )
  return [
    `:root{color-scheme:light dark;--level:${both(COLOURS.rule)}}`,
    ...levels,
    '*{box-sizing:border-box;margin:0}',
    `body{font:400 13px/1.4 "Helvetica Neue",Arial,"Liberation Sans",sans-serif;color:${both(COLOURS.ink)};background:${both(COLOURS.paper)};font-variant-numeric:tabular-nums}`,
    `main{min-height:100vh;padding:10px 14px 8px;border:1px solid ${both(COLOURS.rule)};border-inline-start:6px solid var(--level);display:grid;grid-template:auto auto 1fr auto / 1fr auto;gap:4px 12px;align-content:space-between}`,
    'main>*{grid-column:1/-1}',
    'a{color:inherit}',
    `a:focus-visible{outline:2px solid ${both(COLOURS.ink)};outline-offset:2px}`,
    'h1{font-size:16px;line-height:1.25;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;padding:2px;margin-inline:-2px}',
    'h1 a{text-decoration:none}',
    'h1 a:hover{text-decoration:underline}',
    '.score b{font-size:26px;line-height:1.1}',
    '.score em{font-style:normal;font-size:16px;font-weight:600;margin-inline-start:6px}',
    '.score.none em{margin:0;font-size:20px}',
    'ul{list-style:none;padding:0;display:grid;grid-template-columns:1fr 1fr;gap:4px 16px;align-content:center}',
    'li{display:flex;flex-wrap:wrap;justify-content:space-between;font-size:12px}',
    `li svg{display:block;width:100%;height:4px;background:${both(COLOURS.shallow)};fill:var(--level);forced-color-adjust:none}`,
    `.none svg{background:repeating-linear-gradient(90deg,${both(COLOURS.rule)} 0 3px,transparent 3px 6px)}`,
    '.none b{font-weight:400}',
    '.why{align-self:center}',
    `.date,.by{color:${both(COLOURS['ink-2'])};font-size:11px;line-height:1.3}`,
    '.date b{font-weight:600}',
    'main>.date{grid-column:1}',
    'main>.by{grid-column:2;text-align:end}',
    '.by a{display:inline-block}',
    'span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}',
    '@media(min-width:560px){ul{grid-template-columns:1fr 1fr 1fr}}',
    '@media(max-width:359px){main{padding-inline:8px}ul{column-gap:10px}}',
    '',
  ].join('\n')
}
