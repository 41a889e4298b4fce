/** The element that the page always has there. */
export function part<T extends Element = Element>(within: ParentNode, selector: string): T {
  const element = within.querySelector<T>(selector)
  if (!element) throw new Error(`The page has no ${selector}.`)
  return element
}
