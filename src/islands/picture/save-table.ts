import { saveFile } from '../dom/save-file.ts'
import { LINE, layoutTable, type PictureCell, type PlacedCell } from './table-layout.ts'

/** Rows of a picture: more cannot be read in one. */
const MAX_ROWS = 25

const MARGIN = 32
const SCALE = 2
const TITLE_SIZE = 28

/** The head and the foot of a picture of a table. */
interface Captions {
  title: string
  /** Below the title: of which day, and which rows. */
  note: string
  address: string
}

/** Saves what a table shows now as a PNG, in the colours of the page. Rejects where a browser draws no pictures. */
export async function saveTable(table: HTMLTableElement, captions: Captions): Promise<void> {
  await document.fonts.ready
  table.dispatchEvent(new CustomEvent('picture', { bubbles: true, detail: MAX_ROWS }))
  const canvas = drawTable(readRows(table), captions)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (png === null) throw new Error('The picture is too large for this browser.')
  saveFile(`${captions.title.replace(/[^\p{L}\p{N}]+/gu, '-')}.png`, png, 'image/png')
}

/** The head and the first rows of those that are there, without what cannot be read in a picture. */
function readRows(table: HTMLTableElement): PictureCell[][] {
  const head = table.tHead?.rows[0]
  const place = (row: HTMLTableRowElement) => Number(row.getAttribute('aria-rowindex'))
  // A long table has only the rows near the screen, in any order.
  const seen = [...(table.tBodies[0]?.rows ?? [])].sort((a, b) => place(a) - place(b))
  const rows = [...(head ? [head] : []), ...seen.slice(0, MAX_ROWS)].map((row) => [...row.cells])
  const isEmpty = (column: number) => rows.slice(1).every((row) => textOf(row[column]) === '')
  return rows.map((row) => row.filter((_, column) => !isEmpty(column)).map(readCell))
}

function readCell(cell: HTMLTableCellElement): PictureCell {
  const rect = cell.querySelector('rect')
  const share = Number.parseFloat(rect?.getAttribute('width') ?? '') / 100
  return {
    text: textOf(cell),
    bar: rect && share > 0 ? { share, colour: getComputedStyle(rect).fill } : null,
    isHead: cell.tagName === 'TH',
  }
}

/** The words of a cell that are seen, without that of a button beside it. */
function textOf(cell: HTMLTableCellElement | undefined): string {
  const copy = cell?.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return ''
  for (const part of copy.querySelectorAll('.remove, .sr, svg')) part.remove()
  // Parts beside each other are words beside each other.
  for (const part of copy.querySelectorAll('.word, small')) part.prepend(' ')
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
}

function drawTable(rows: PictureCell[][], { title, note, address }: Captions): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  const { color } = getComputedStyle(document.body)
  const { backgroundColor } = getComputedStyle(document.documentElement)
  const { fontFamily: serif } = getComputedStyle(document.querySelector('h1') ?? document.body)
  const { fontFamily: sans } = getComputedStyle(document.querySelector('table') ?? document.body)
  const font = (isHead: boolean) => `${isHead ? 600 : 400} 14px ${sans}`
  context.font = font(true)
  const measure = (text: string) => context.measureText(text).width
  const top = MARGIN + TITLE_SIZE + 2 * LINE
  const layout = layoutTable(rows, measure, { x: MARGIN, y: top })
  const captionWidth = Math.max(...[note, address].map(measure), measure(title) * 2)
  const width = Math.max(layout.width, captionWidth)
  canvas.width = SCALE * Math.ceil(width + 2 * MARGIN)
  canvas.height = SCALE * Math.ceil(top + layout.height + LINE + MARGIN)
  context.scale(SCALE, SCALE)
  context.fillStyle = backgroundColor
  context.fillRect(0, 0, canvas.width, canvas.height)
  const write = (text: string, y: number, size: string) => {
    context.fillStyle = color
    context.font = size
    context.fillText(text, MARGIN, y)
  }
  write(title, MARGIN + TITLE_SIZE * 0.8, `400 ${TITLE_SIZE}px ${serif}`)
  write(note, MARGIN + TITLE_SIZE + LINE * 0.9, font(false))
  for (const cell of layout.cells) drawCell(context, cell, { color, font: font(cell.isHead) })
  context.globalAlpha = 0.25
  context.fillStyle = color
  for (const y of layout.rules) context.fillRect(MARGIN, y, layout.width, 1)
  context.globalAlpha = 1
  write(address, top + layout.height + LINE, font(false))
  return canvas
}

function drawCell(
  context: CanvasRenderingContext2D,
  { x, y, width, lines, bar }: PlacedCell,
  { color, font }: { color: string; font: string },
): void {
  context.font = font
  context.fillStyle = color
  lines.forEach((line, at) => void context.fillText(line, x, y + LINE * at + 14))
  if (!bar) return
  context.fillStyle = bar.colour
  context.fillRect(x, y + LINE * lines.length, Math.min(width, 64) * bar.share, 4)
}
