/** The screener with the protocols of one category. No filter can ask for a name with a comma: it leads to all. */
export function categoryLink(category: string): string {
  if (category.includes(',')) return '/screener/'
  return `/screener/?category=${encodeURIComponent(category.toWellFormed())}`
}
