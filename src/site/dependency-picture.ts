import type { Dependencies, DependencyEdge } from '../contract/dependencies.ts'
import { counted, sharePercent } from '../domain/format.ts'
import { edgePage } from './dependency-pages.ts'
import { edgeName } from './dependency-text.ts'
import { tenth } from './figures.ts'
import { protocolPage } from './protocol-page.ts'
import { shortName } from './text-parts.ts'

const WIDTH = 760
/** Where the bands of what it stands on begin, the bar of the protocol, and the names of who stands on it. */
const LEFT = 230
const BAR = { x: 430, width: 14 }
const RIGHT = 540
const TOP = 34
const SCALE = 260
/** On a phone, where it is drawn at four fifths, a link is 24 pixels high. */
const MIN_ROW = 30
const MAX_LEFT = 12
const MAX_RIGHT = 8
/** Shares below are drawn together as one band, unless that is too thin to see. */
const MIN_BAND = 0.01
/** Of a name that fits left of its band. */
const MAX_NAME = 23
const MIN_REST = 0.0005

export type BandKind = 'listed' | 'outside' | 'own' | 'unknown' | 'rest'

/**
 * What a protocol stands on as bands from the left into its bar, as thick as their share, and who stands on it as lines to the right.
 * Labels never overlap: each has a row at least as high as its text. What is small or beyond twelve is one band.
 */
export function dependencyPicture({ edges, dependents }: Dependencies) {
  const rows = bandsOf(edges)
  let middle = TOP
  let inner = TOP
  const bands = rows.map(({ kind, share, text, href }) => {
    const height = SCALE * share
    const row = Math.max(MIN_ROW, height + 6)
    const label = middle + row / 2
    middle += row
    const half = Math.max(height, 1) / 2
    const from = inner
    inner += height
    const bend = (LEFT + BAR.x) / 2
    return {
      kind,
      d: `M${LEFT} ${tenth(label - half)}C${bend} ${tenth(label - half)} ${bend} ${tenth(from)} ${BAR.x} ${tenth(from)}V${tenth(inner)}C${bend} ${tenth(inner)} ${bend} ${tenth(label + half)} ${LEFT} ${tenth(label + half)}Z`,
      label: { x: LEFT - 8, y: tenth(label + 4), text, share: sharePercent(share), href },
    }
  })
  const whole = inner - TOP
  const start = TOP + whole / 2
  const threads = dependents.slice(0, MAX_RIGHT).map(({ id, name, share }, index) => {
    const y = TOP + index * MIN_ROW + MIN_ROW / 2
    const from = BAR.x + BAR.width
    const bend = (from + RIGHT) / 2
    return {
      d: `M${from} ${tenth(start)}C${bend} ${tenth(start)} ${bend} ${y} ${RIGHT - 8} ${y}`,
      width: tenth(Math.max(1.5, (share ?? 0) * 24)),
      label: {
        x: RIGHT,
        y: y + 4,
        text: name,
        share: sharePercent(share),
        href: protocolPage({ id }),
      },
    }
  })
  const height = Math.max(middle, inner, TOP + threads.length * MIN_ROW) + 8
  return {
    ...{ width: WIDTH, height: tenth(height), bands, threads },
    bar: { ...BAR, y: TOP, height: tenth(Math.max(whole, 1)) },
  }
}

interface BandRow {
  kind: BandKind
  share: number
  text: string
  href: string | null
}

function bandsOf(edges: readonly DependencyEdge[]): BandRow[] {
  // What lies in a venue is drawn alone: what is held there is the same value once more.
  const isVenue = ({ kind }: DependencyEdge) => kind === 'runs-on'
  const drawn = edges
    .filter(edges.some(isVenue) ? isVenue : () => true)
    .flatMap(({ share, ...edge }) => (share === null ? [] : [{ ...edge, share }]))
  const large = drawn.filter(({ share }, index) => share >= MIN_BAND && index < MAX_LEFT)
  const rest = drawn.filter((edge) => !large.includes(edge))
  const rows = large.map(
    (edge): BandRow => ({
      kind: kindOf(edge),
      share: edge.share,
      text: shortName(edgeName(edge), MAX_NAME),
      href: edgePage(edge) ?? null,
    }),
  )
  const small = rest.reduce((sum, { share }) => sum + share, 0)
  if (small >= MIN_REST)
    rows.push({
      kind: 'rest',
      share: small,
      text: counted(rest.length, 'more', 'more'),
      href: null,
    })
  const missing = 1 - rows.reduce((sum, { share }) => sum + share, 0)
  return missing < MIN_BAND
    ? rows
    : [...rows, { kind: 'unknown', share: missing, text: 'not known', href: null }]
}

function kindOf({ kind, to }: DependencyEdge): BandKind {
  if (kind === 'unknown' || kind === 'own') return kind
  return to?.isProtocol ? 'listed' : 'outside'
}
