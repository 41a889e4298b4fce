import { points } from '../../domain/format.ts'
import { riskLevel } from '../../domain/risk-level.ts'
import { levelNumber } from '../../site/levels.ts'
import { fillOf, heightOf } from '../../site/tanks.ts'
import { drawing, element, name } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import { nameSpace, type WalletTank } from './tanks.ts'

/** A narrower tank has no room for its figure on a phone, or anywhere. */
const NARROW = 0.15
const SLIVER = 0.06

/** Draws the tanks as `WhySection.astro` does, and their names below. */
export function drawTanks(
  picture: Element,
  names: HTMLElement,
  tanks: readonly WalletTank[],
  mean: number | null,
): void {
  let x = 0
  const drawn = tanks.map((tank) => {
    const made = drawTank(tank, x, mean)
    x += tank.width
    return made
  })
  for (const earlier of picture.querySelectorAll('svg, .l')) earlier.remove()
  part(picture, 'line').before(...drawn, ...(mean === null ? [] : drawLevel(mean)))
  names.replaceChildren(...tanks.map(drawName))
}

function drawTank({ width, score }: WalletTank, x: number, mean: number | null): SVGElement {
  const place = { x: percent(x * 100), width: percent(width * 100), 'aria-hidden': 'true' }
  const wall = drawing('rect', { class: 'w' })
  if (score === null) return drawing('svg', place, box('n', { y: 0, height: 100 }), wall)
  const { hatch, textY, ...water } = fillOf(score, mean ?? 0)
  const kind = width < NARROW ? { class: 'thin' } : {}
  return drawing(
    'svg',
    { ...place, class: `lv-${levelNumber(riskLevel(score))}` },
    box('', water),
    ...(hatch ? [box('h', hatch)] : []),
    wall,
    ...(width < SLIVER ? [] : [drawing('text', { ...kind, y: percent(textY) }, points(score))]),
  )
}

function box(className: string, { y, height }: { y: number; height: number }): SVGElement {
  return drawing('rect', { class: className, y: percent(y), height: percent(height) })
}

function drawLevel(mean: number): SVGElement[] {
  const y = percent(heightOf(mean))
  const word = drawing('tspan', { x: '100%', dy: '1.2em' }, 'portfolio')
  return [
    drawing('line', { class: 'l', x2: '100%', y1: y, y2: y }),
    drawing('text', { class: 'l', x: '100%', y }, points(mean), word),
  ]
}

/** Its width is set through the object model, which the security policy allows, unlike a style attribute. */
function drawName({ name: called, count, score, width }: WalletTank): HTMLElement {
  const space = nameSpace(width)
  const words = score === null ? `${count} not scored` : `${count} others`
  const made = element('span', space === 'whole' ? '' : 'short')
  if (space !== 'none') made.append(called === null ? element('span', '', words) : name(called))
  made.style.inlineSize = percent(width * 100)
  return made
}

function percent(value: number): string {
  return `${value}%`
}
