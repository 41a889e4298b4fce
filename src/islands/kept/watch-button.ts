/** The button of a protocol's page. What it needs is loaded with the first click, or where something is kept already. */
const button = document.querySelector<HTMLButtonElement>('[data-watch]')
const load = () => import('./watch.ts')

if (button) {
  button.hidden = false
  button.addEventListener('click', async () => (await load()).switchWatch(button))
  if (keepsSomething()) void load().then(({ showWatch }) => showWatch(button))
}

function keepsSomething(): boolean {
  try {
    return localStorage.getItem('plimsoll-kept') !== null
  } catch {
    return false
  }
}
