/** False where `sharp` has no build for the platform: then the site has no pictures for links. */
export const HAS_PICTURES = await import('sharp').then(
  () => true,
  () => false,
)

/** Name of the picture of every page that is not about one protocol. No page of a protocol has it. */
export const SITE_PICTURE = '~site'

/** Name of the file beside the pictures with what hosts draw the pictures of comparisons from. */
export const PICTURE_KIT = '~kit'

/** What that picture shows. */
export const SITE_PICTURE_ALT = 'Plimsoll: risk scores for DeFi protocols'

/** Path of a picture on the site, by the name of a protocol's page or `SITE_PICTURE`; null where there are none. */
export function picturePath(name: string): string | null {
  return HAS_PICTURES ? `/og/${encodeURIComponent(name)}.png` : null
}
