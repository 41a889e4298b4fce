import { type FoundProtocol, readSearchFile } from '../../contract/search-file.ts'
import { watchFeedPath } from '../../contract/watch-feed.ts'
import { day, instant } from '../../site/figures.ts'
import { requestsBy } from '../account/requests.ts'
import { sessionNote } from '../account/session-note.ts'
import { actOnce } from '../dom/act-once.ts'
import { button, cell, element, name, row } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import { saveFile } from '../dom/save-file.ts'
import { drawScore } from '../dom/score.ts'
import { problem, showProblem } from '../dom/show-problem.ts'
import { loadJson } from '../load-json.ts'
import { drawReading, drawStanding } from '../search-row.ts'
import { money } from '../wallet/figures.ts'
import {
  type Kept,
  type KeptProtocol,
  type KeptWallet,
  MAX_LETTERS,
  merge,
  NOTHING,
  parseKept,
  see,
} from './kept.ts'
import { feedPath, opmlOf } from './opml.ts'
import { changeKept, isRefused, onKeptChange, readKept } from './storage.ts'
import { watchByWebhook } from './webhook.ts'
import { formatChange, formatTogether } from './words.ts'

const section = part<HTMLElement>(document, '#kept')
const status = part<HTMLElement>(section, '[data-kept-status]')
const wrong = part<HTMLElement>(section, '[data-kept-problem]')
const webhook = part<HTMLButtonElement>(section, '[data-kept-webhook]')

/** The published scores by id; null before they were read. */
let listed: Map<string, FoundProtocol> | null = null
let scanAgain: (address: string) => void = () => undefined

/** Shows what is kept in this browser, and reads the scores of what is watched. */
export function startKept(scan: (address: string) => void): void {
  scanAgain = scan
  draw()
  onKeptChange(draw)
  addEventListener('plimsoll-kept', draw)
  act('[data-export]', () => {
    saveFile('plimsoll-watchlist.json', JSON.stringify(readKept(), null, 1), 'application/json')
  })
  act('[data-remove-all]', () => {
    change(() => NOTHING)
    status.textContent = 'Everything kept here is removed.'
  })
  act('[data-opml]', () => {
    saveFile('plimsoll.opml', opmlOf(readKept().protocols, location.origin), 'text/x-opml')
  })
  const file = part<HTMLInputElement>(section, '#kept-file')
  act('[data-import]', () => file.click())
  file.addEventListener('change', () => void readFile(file))
  webhook.addEventListener('click', () => void actOnce(webhook, follow))
}

function act(selector: string, work: () => void): void {
  part<HTMLElement>(section, selector).addEventListener('click', () => {
    status.textContent = ''
    showProblem(wrong, null)
    work()
  })
}

function change(how: (kept: Kept) => Kept): void {
  changeKept(how)
  draw()
}

function draw(): void {
  const kept = readKept()
  const has = { protocols: kept.protocols.length > 0, wallets: kept.wallets.length > 0 }
  show('[data-kept-empty]', !has.protocols && !has.wallets)
  show('[data-kept-refused]', isRefused())
  show('.kept-protocols', has.protocols)
  show('[data-kept-alerts]', has.protocols)
  show('.kept-wallets', has.wallets)
  show('[data-export]', has.protocols || has.wallets)
  show('[data-remove-all]', has.protocols || has.wallets)
  const feed = part<HTMLAnchorElement>(section, '[data-kept-feed]')
  feed.href = watchFeedPath(kept.protocols.map(({ id }) => id))
  webhook.hidden = !sessionNote.read()
  part(section, '[data-kept-together]').textContent = formatTogether(kept.wallets)
  part(section, '.kept-protocols tbody').replaceChildren(...kept.protocols.map(drawProtocol))
  part(section, '.kept-wallets tbody').replaceChildren(...kept.wallets.map(drawWallet))
  if (has.protocols && !listed) void readScores()
}

function show(selector: string, isShown: boolean): void {
  part<HTMLElement>(section, selector).hidden = !isShown
}

function drawProtocol(protocol: KeptProtocol): HTMLElement {
  const { id, seen } = protocol
  const found = listed?.get(id)
  const now = found
    ? drawReading(found)
    : seen && !listed
      ? drawStanding(seen.score, seen.status)
      : drawScore(null, listed ? 'Not listed' : 'Not read yet')
  const remove = removeButton(protocol.name, (kept) => ({
    ...kept,
    protocols: kept.protocols.filter((each) => each.id !== id),
  }))
  return row(
    element('a', { href: `/protocol/${protocol.page}/` }, name(protocol.name)),
    cell('', 'sc', now),
    cell('Change', '', formatChange(protocol)),
    cell('Alerts', '', element('a', { href: feedPath(protocol) }, 'Feed')),
    cell('', '', remove),
  )
}

function drawWallet(wallet: KeptWallet): HTMLElement {
  const { address, at, netWorthUsd, score, risks } = wallet
  const again = button('Scan again', () => scanAgain(address), {
    className: 'remove',
    ariaLabel: `Scan again ${address}`,
  })
  const remove = removeButton(address, (kept) => ({
    ...kept,
    wallets: kept.wallets.filter((each) => each.address !== address),
  }))
  return row(
    element('code', '', address),
    cell('As of', '', instant(at)),
    cell('Net worth', 'n', money(netWorthUsd)),
    cell('', 'sc', drawScore(score, 'No score')),
    cell('Biggest risks', 'wide', ...risks.map((risk) => element('p', 'small', risk))),
    cell('', '', again, ' ', remove),
  )
}

function removeButton(about: string, how: (kept: Kept) => Kept): HTMLElement {
  return button('Remove', () => change(how), {
    className: 'remove',
    ariaLabel: `Remove ${about}`,
  })
}

/** Reads the scores that the search of every page uses, and notes them as seen. */
async function readScores(): Promise<void> {
  try {
    const document = await loadJson('/search.json')
    const rows = readSearchFile(document)
    const asOf: unknown = Object(document).asOf
    if (!rows || typeof asOf !== 'string') throw new Error('another format')
    const found = new Map(rows.map((row) => [row.id, row]))
    listed = found
    change((kept) => see(kept, asOf.slice(0, 10), found))
    part(section, '[data-kept-day]').textContent = `Scores of ${day(asOf)}.`
  } catch {
    const text = 'Reload the page to try again. What is shown is what was seen last.'
    showProblem(wrong, problem('The scores could not be read.', text))
  }
}

async function readFile(input: HTMLInputElement): Promise<void> {
  const [file] = input.files ?? []
  const text = file && file.size <= MAX_LETTERS ? await file.text().catch(() => '') : ''
  input.value = ''
  const read = parseKept(text)
  if (!read || read.protocols.length + read.wallets.length === 0) {
    showProblem(
      wrong,
      problem('This file is not a watchlist of this page.', 'Nothing was changed.'),
    )
    return
  }
  listed = null
  change((kept) => merge(read, kept))
  status.textContent = 'The file was added to what is kept here.'
}

async function follow(): Promise<void> {
  showProblem(wrong, null)
  status.textContent = 'Asking the account.'
  const known = readKept().protocols.map(({ id }) => id)
  const ids = known.filter((id) => listed?.has(id) ?? true)
  const done = await watchByWebhook(ids, requestsBy(fetch), Date.now)
  status.textContent = done.isDone ? done.words : ''
  if (!done.isDone) showProblem(wrong, done.problem)
}
