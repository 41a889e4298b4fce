import { points } from '../../domain/format.ts'
import { element, name } from '../dom/element.ts'
import { nameSpace, type WalletTank } from './tanks.ts'

const SCALE = [0, 2, 4, 6, 8, 10]
/** A narrower tank has no room for its figure on a phone, or anywhere. */
const NARROW = 0.15
const SLIVER = 0.045

/** Draws the tanks, and their names below. Lengths are properties of the elements, which the style sheet turns into sizes. */
export function drawTanks(
  picture: HTMLElement,
  names: HTMLElement,
  tanks: readonly WalletTank[],
  mean: number | null,
): void {
  const scale = SCALE.map((at) => sized(element('span', 'sc', String(at)), { '--v': at }))
  const level = mean === null ? [] : [drawLevel(mean)]
  picture.replaceChildren(...scale, ...tanks.map((tank) => drawTank(tank, mean)), ...level)
  names.replaceChildren(
    ...tanks.map((tank) => {
      const space = nameSpace(tank.width)
      const words = space === 'none' ? [] : [nameOf(tank)]
      return sized(element('span', space === 'whole' ? '' : 'short', ...words), {
        '--w': tank.width,
      })
    }),
  )
}

function drawTank(tank: WalletTank, mean: number | null): HTMLElement {
  const { width, score, level, gap } = tank
  if (score === null) return sized(element('div', 'tank none'), { '--w': width })
  const label = Math.max(score, mean ?? 0)
  const figure = width < SLIVER ? [] : [element('span', '', element('b', '', points(score)))]
  const kinds = [
    `tank lv-${level}`,
    ...(width < NARROW ? ['thin'] : []),
    ...(label > 8.6 ? ['deep'] : []),
  ]
  return sized(element('div', kinds.join(' '), element('i', ''), element('u', ''), ...figure), {
    '--w': width,
    '--v': score,
    '--g': gap,
    '--t': label,
  })
}

function drawLevel(mean: number): HTMLElement {
  const words = element('em', '', element('b', '', points(mean)), 'portfolio')
  return sized(element('div', 'level', words), { '--v': mean })
}

function nameOf(tank: WalletTank): HTMLElement {
  if (tank.name !== null) return name(tank.name)
  return element(
    'span',
    '',
    tank.score === null ? `${tank.count} not scored` : `${tank.count} others`,
  )
}

/** Sets custom properties through the object model, which the security policy allows, unlike a style attribute. */
function sized(made: HTMLElement, lengths: Record<string, number>): HTMLElement {
  for (const [key, value] of Object.entries(lengths)) made.style.setProperty(key, String(value))
  return made
}
