/*
 * On narrow screens the menu and other parts are folded: a button, without any script, opens them over the page. This closes them
 * when the focus leaves them, because it would be behind them, and when the screen becomes wide enough to show them in their place.
 */
const closeUnless = (holds: (open: HTMLElement) => boolean): void => {
  const open = document.querySelector<HTMLElement>('.fold:popover-open')
  if (open && !holds(open)) open.hidePopover()
}

document.addEventListener('focusin', ({ target }) => {
  closeUnless((open) => target instanceof Node && open.contains(target))
})
matchMedia('(max-width: 60rem)').addEventListener('change', () => closeUnless(() => false))
