const SHOWN_MS = 3_000

/** Saves the table beside a button as a picture. What draws is loaded at the first click. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-picture]')) {
  button.disabled = false
  button.onclick = async () => {
    const before = button.textContent
    try {
      const { saveTable } = await import('./picture/save-table.ts')
      const table = document.querySelector<HTMLTableElement>(`${button.dataset.picture} table`)
      if (table) await saveTable(table, captions())
    } catch {
      button.textContent = 'No picture: try again'
      setTimeout(() => {
        button.textContent = before
      }, SHOWN_MS)
    }
  }
}

/** What the page says of itself: its title or how many rows pass, its day, and its address. */
function captions() {
  const words = (selector: string) => document.querySelector(selector)?.textContent?.trim() ?? ''
  const shown = words('#shown')
  const strip = [...document.querySelectorAll('.strip > span')].map(
    ({ textContent }) => textContent,
  )
  return {
    title:
      shown === '' ? document.title.replace(/ \| Plimsoll$/, '') : `Screener: ${shown} protocols`,
    note: ['Plimsoll risk scores, 0 to 10, lower is safer.', ...strip].filter(Boolean).join(' '),
    address: location.href,
  }
}
