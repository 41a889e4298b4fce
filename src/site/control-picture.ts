import { counted } from '../domain/format.ts'
import { contractKinds, contractNames, formatWhen, formatWho } from './control-facts.ts'
import type { ControlGroup } from './control-groups.ts'
import { shortAddress } from './text-parts.ts'
import { wrapText } from './wrap-text.ts'

/** Rows of a picture. The table beside it has all of them. */
export const MAX_ROWS = 6

/** Dots for the signers of a multisig, when there are not too many to count. */
const MAX_DOTS = 16

const FONT = 14
const SMALL = 12
const LINE = 18
const SMALL_LINE = 15
const DOT = 4

/** Places of the parts of a row: the code, the arrow, and who acts. Lengths are pixels of the picture's own box. */
interface Layout {
  width: number
  code: { x: number; width: number }
  arrow: { x: number; width: number }
  actor: { x: number; width: number }
  /** The arrow points down instead of to the right. */
  isTall: boolean
}

const LAYOUTS: Record<'wide' | 'tall', Layout> = {
  wide: {
    width: 760,
    code: { x: 0, width: 250 },
    arrow: { x: 262, width: 218 },
    actor: { x: 496, width: 264 },
    isTall: false,
  },
  tall: {
    width: 320,
    code: { x: 0, width: 320 },
    arrow: { x: 14, width: 300 },
    actor: { x: 0, width: 320 },
    isTall: true,
  },
}

interface PictureText {
  x: number
  y: number
  text: string
  size: number
  isStrong: boolean
}

/** A row of the picture: from the code, along the arrow with its delay, to the actor that can change it. */
interface PictureRow {
  panel: { x: number; y: number; width: number; height: number }
  /** The line from the code, broken where the delay or the actor is not known, and its end: an arrow head, or a bar for no one. */
  line: { d: string; isBroken: boolean }
  end: string
  texts: PictureText[]
  /** One for each signer; the first ones are full, as many as must agree. */
  dots: { x: number; y: number; isFull: boolean }[]
}

interface Picture {
  width: number
  height: number
  rows: PictureRow[]
}

/** The picture of who can change the code, beside each other or below each other; at most six groups. */
export function pictureOf(groups: readonly ControlGroup[], shape: 'wide' | 'tall'): Picture {
  const layout = LAYOUTS[shape]
  const rows: PictureRow[] = []
  let top = 2
  for (const group of groups.slice(0, MAX_ROWS)) {
    const { row, bottom } = layout.isTall
      ? tallRow(group, layout, top)
      : wideRow(group, layout, top)
    rows.push(row)
    top = bottom + (layout.isTall ? 26 : 18)
  }
  return { width: layout.width, height: top, rows }
}

function wideRow(group: ControlGroup, { code, arrow, actor }: Layout, top: number) {
  const left = codeLines(group, code.width - 24)
  const right = actorLines(group, actor.width)
  const heights = [left.length * LINE, right.length * LINE + dotsOf(group, 0, 0).bottom]
  const above = wrapText(formatWhen(group), arrow.width, SMALL, 3)
  const height = Math.max(...heights.map((own) => own + 20), 2 * (above.length * SMALL_LINE + 8))
  const middle = top + height / 2
  const [codeTop = top, actorTop = top] = heights.map((own) => top + (height - own) / 2)
  const actorBlock = block(right, actor.x, actorTop)
  const below = formatVia(group)
  const tip = arrow.x + arrow.width
  const row: PictureRow = {
    panel: { x: code.x, y: top, width: code.width, height },
    line: { d: `M${arrow.x} ${middle}H${tip - 2}`, isBroken: isBroken(group) },
    end: isFixed(group) ? `M${tip} ${middle - 9}v18` : `M${tip - 9} ${middle - 6}l9 6l-9 6`,
    texts: [
      ...block(left, code.x + 12, codeTop).texts,
      ...actorBlock.texts,
      ...above.map((text, index) =>
        small(text, arrow.x, middle - 8 - (above.length - 1 - index) * SMALL_LINE),
      ),
      ...(below === null ? [] : [small(below, arrow.x, middle + 18)]),
    ],
    dots: dotsOf(group, actor.x, actorBlock.bottom).dots,
  }
  return { row, bottom: top + height }
}

function tallRow(group: ControlGroup, { code, arrow, actor }: Layout, top: number) {
  const first = block(codeLines(group, code.width - 24), code.x + 12, top + 8)
  const panel = { x: code.x, y: top, width: code.width, height: first.bottom + 8 - top }
  const start = panel.y + panel.height + 4
  const beside = [
    ...wrapText(formatWhen(group), arrow.width - 22, SMALL, 3),
    ...[formatVia(group)].filter((text) => text !== null),
  ]
  const tip = start + Math.max(34, beside.length * SMALL_LINE + 12)
  const right = block(actorLines(group, actor.width), actor.x, tip + 4)
  const dots = dotsOf(group, actor.x, right.bottom)
  const row: PictureRow = {
    panel,
    line: { d: `M${arrow.x} ${start}V${tip - 2}`, isBroken: isBroken(group) },
    end: isFixed(group) ? `M${arrow.x - 9} ${tip}h18` : `M${arrow.x - 6} ${tip - 9}l6 9l6 -9`,
    texts: [
      ...first.texts,
      ...right.texts,
      ...beside.map((text, index) => small(text, arrow.x + 22, start + 16 + index * SMALL_LINE)),
    ],
    dots: dots.dots,
  }
  return { row, bottom: dots.bottom }
}

interface Line {
  text: string
  isStrong: boolean
}

function codeLines(group: ControlGroup, width: number): Line[] {
  return [
    ...wrapText(contractNames(group), width, FONT, 3).map((text) => ({ text, isStrong: true })),
    ...wrapText(contractKinds(group), width, SMALL, 2).map((text) => ({ text, isStrong: false })),
  ]
}

function actorLines(group: ControlGroup, width: number): Line[] {
  const address = group.path?.address ?? null
  const chain = group.contracts[0]?.chain ?? ''
  return [
    ...wrapText(formatWho(group), width, FONT, 3).map((text) => ({ text, isStrong: true })),
    ...(address === null ? [] : [{ text: `${shortAddress(address)}, ${chain}`, isStrong: false }]),
  ]
}

/** Lines below each other from a height on. */
function block(lines: Line[], x: number, top: number): { texts: PictureText[]; bottom: number } {
  const texts = lines.map(({ text, isStrong }, index) => ({
    x,
    y: top + FONT + index * LINE,
    text,
    size: isStrong ? FONT : SMALL,
    isStrong,
  }))
  return { texts, bottom: top + lines.length * LINE }
}

function dotsOf({ path }: ControlGroup, x: number, top: number) {
  const signers = path?.signers ?? null
  if (!path || signers === null || path.threshold === null || signers > MAX_DOTS) {
    return { dots: [], bottom: top }
  }
  const full = path.threshold
  const dots = Array.from({ length: signers }, (_, index) => ({
    x: x + DOT + 1 + index * (2 * DOT + 4),
    y: top + DOT + 6,
    isFull: index < full,
  }))
  return { dots, bottom: top + 2 * DOT + 8 }
}

function small(text: string, x: number, y: number): PictureText {
  return { x, y, text, size: SMALL, isStrong: false }
}

function formatVia({ via }: ControlGroup): string | null {
  return via === null || via.length === 0 ? null : `through ${counted(via.length, 'contract')}`
}

function isFixed({ path }: ControlGroup): boolean {
  return path?.actor === 'nobody'
}

/** The delay or the actor is not known. */
function isBroken({ path }: ControlGroup): boolean {
  if (path === null) return true
  return path.actor !== 'nobody' && (path.delaySeconds === null || path.actor === 'unidentified')
}
