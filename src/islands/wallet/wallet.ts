import { part } from '../dom/part.ts'
import { saveFile } from '../dom/save-file.ts'
import { type Problem, showProblem } from '../dom/show-problem.ts'
import { startKept } from '../kept/kept-section.ts'
import { showSaving } from '../kept/save-wallet.ts'
import { askForScan, type ScanAnswer, UNREADABLE } from './ask.ts'
import { drawResult } from './draw-result.ts'
import { addressOf, chainsAsked, checkForm, curlFor, fragmentFor, isSandboxKey } from './form.ts'
import { startOwnWallet } from './own-wallet.ts'
import { showProgress } from './progress.ts'
import { formatScore } from './sentences.ts'

const root = part<HTMLElement>(document, '#wallet')
const form = part<HTMLFormElement>(root, '#wallet-form')
const address = part<HTMLInputElement>(form, '#wallet-address')
const key = part<HTMLInputElement>(form, '#wallet-key')
const cancel = part<HTMLButtonElement>(form, '[data-cancel]')
const send = part<HTMLButtonElement>(form, '.wallet-send')
const status = part<HTMLElement>(root, '[data-status]')
const problem = part<HTMLElement>(root, '#wallet-problem')
const result = part<HTMLElement>(root, '#wallet-result')
const room = part<HTMLElement>(root, '.wallet-room')
const outcomePlace = part<HTMLElement>(root, '[data-outcome]')
const progress = part<HTMLElement>(outcomePlace, '#wallet-progress')
const useKey = part<HTMLDetailsElement>(form, '.wallet-use-key')

const chains = {
  evm: JSON.parse(root.dataset.evm ?? '[]') as string[],
  solana: JSON.parse(root.dataset.solana ?? '[]') as string[],
  tron: JSON.parse(root.dataset.tron ?? '[]') as string[],
}
/** The request under way. */
let underWay: AbortController | null = null
/** The last answer, for the file. */
let answer = ''

async function scan(): Promise<void> {
  const wanted = { address: address.value.trim(), key: key.value.trim() }
  if (underWay || !isValid(wanted)) return
  underWay = new AbortController()
  keepRoom()
  cancel.hidden = false
  // Not disabled: that would take the focus away from a reader with a keyboard.
  send.setAttribute('aria-disabled', 'true')
  status.className = 'status sr'
  status.textContent = 'Scanning. Waiting for the answer.'
  const stop = showProgress(progress, chainsAsked(wanted.address, wanted.key, chains))
  const outcome = await askForScan(wanted.address, wanted.key, {
    get: fetch,
    cancel: underWay.signal,
    now: Date.now,
  })
  stop(outcome.kind === 'scan' ? outcome.allowance : null)
  underWay = null
  cancel.hidden = true
  send.removeAttribute('aria-disabled')
  finish(outcome, wanted)
}

/** Keeps the room of the answer from the click on: what comes seconds later moves nothing. */
function keepRoom(): void {
  outcomePlace.style.minBlockSize = ''
  problem.hidden = true
  result.hidden = true
  room.dataset.kept = ''
}

/** Shows a problem in the place of the progress. */
function showFailure(shown: Problem): void {
  outcomePlace.style.minBlockSize = `${outcomePlace.offsetHeight}px`
  progress.hidden = true
  status.textContent = ''
  showProblem(problem, shown)
  result.hidden = answer === ''
  if (answer !== '') part(problem, 'p').append(' The result below is of the earlier scan.')
}

function finish(outcome: ScanAnswer, wanted: { address: string; key: string }): void {
  switch (outcome.kind) {
    case 'cancelled':
      progress.hidden = true
      status.className = 'status'
      status.textContent = 'Cancelled. The request may still count against your limits.'
      result.hidden = answer === ''
      send.focus()
      return
    case 'problem':
      showFailure(outcome.problem)
      return
    case 'scan':
      try {
        drawScan(outcome, wanted)
      } catch {
        // The frame may have parts of both scans now.
        answer = ''
        showFailure(UNREADABLE)
      }
  }
}

function drawScan(
  { scan: read, body }: Extract<ScanAnswer, { kind: 'scan' }>,
  wanted: { address: string; key: string },
): void {
  drawResult(result, read, [...chains.evm, ...chains.solana, ...chains.tron])
  answer = body
  part(result, '[data-curl]').textContent = curlFor(location.origin, wanted.address, wanted.key)
  showSaving(result, read)
  part<HTMLAnchorElement>(result, '[data-link]').href = fragmentFor(wanted.address)
  status.textContent = `Scan read: ${formatScore(read)}.`
  part<HTMLElement>(result, '[data-heading]').focus()
}

function isValid(wanted: { address: string; key: string }): boolean {
  const problems = checkForm(wanted.address, wanted.key)
  mark(address, problems.address)
  mark(key, problems.key)
  if (problems.key !== null) useKey.open = true
  const wrong = problems.address !== null ? address : problems.key !== null ? key : null
  wrong?.focus()
  return wrong === null
}

function mark(field: HTMLInputElement, sentence: string | null): void {
  part(form, `#${field.id}-problem`).textContent = sentence ?? ''
  if (sentence === null) field.removeAttribute('aria-invalid')
  else field.setAttribute('aria-invalid', 'true')
}

function followLink(): void {
  const linked = addressOf(location.hash)
  if (linked !== '') address.value = linked
  // “Connect” in the header of every page.
  if (location.hash === '#connect') part<HTMLElement>(form, '#connect').focus()
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void scan()
})
cancel.addEventListener('click', () => underWay?.abort())
part<HTMLElement>(form, '[data-sandbox]').addEventListener('click', (event) => {
  key.value = (event.currentTarget as HTMLElement).dataset.sandbox ?? ''
  mark(key, null)
  part<HTMLElement>(form, '[data-examples]').hidden = false
})
for (const example of form.querySelectorAll<HTMLElement>('.wallet-example')) {
  example.addEventListener('click', () => {
    address.value = example.dataset.address ?? ''
    mark(address, null)
  })
}
part<HTMLElement>(result, '[data-download]').addEventListener('click', () => {
  saveFile('plimsoll-wallet.json', answer, 'application/json')
})
addEventListener('hashchange', followLink)
startOwnWallet(form, {
  asked: ({ name }) => {
    keepRoom()
    status.textContent = `Waiting for ${name}: choose the account there.`
  },
  connected: (own) => {
    status.textContent = ''
    address.value = own
    // The sandbox would show an invented wallet.
    if (isSandboxKey(key.value.trim())) key.value = ''
    void scan()
  },
  failed: (shown) => showFailure(shown),
})
startKept((kept) => {
  address.value = kept
  send.focus()
  void scan()
})
form.hidden = false
followLink()
