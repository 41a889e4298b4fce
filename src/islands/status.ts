import { describeHealth } from './describe-health.ts'

const TIMEOUT_MS = 10_000

/** Asks `/v1/health` when the page opens and at the press of the button. */
function watchHealth(): void {
  const root = document.querySelector<HTMLElement>('[data-health]')
  const line = root?.querySelector<HTMLElement>('[data-line]')
  const button = root?.querySelector('button')
  if (!root || !line || !button) return
  const ask = async () => {
    button.disabled = true
    const { state, text } = await readHealth(root.dataset.snapshot ?? '')
    root.dataset.state = state
    line.textContent = text
    button.disabled = false
  }
  button.addEventListener('click', () => void ask())
  button.hidden = false
  void ask()
}

async function readHealth(shown: string) {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch('/v1/health', { signal, cache: 'no-store' })
    return describeHealth(response.status, await response.json(), shown)
  } catch {
    return describeHealth(0, null, shown)
  }
}

watchHealth()
