import { points } from '../../domain/format.ts'

/** False where `sharp` has no build for the platform: then the site has no pictures for links. */
export const HAS_PICTURES = await import('sharp').then(
  () => true,
  () => false,
)

/** Name of the picture of every page that is not about one protocol. */
export const SITE_PICTURE = 'site'

/** What that picture shows. */
export const SITE_PICTURE_ALT = 'Plimsoll: risk scores for DeFi protocols'

/** Name of the picture of a published score; of Insufficient Data when it is null. */
export function pictureName(score: number | null): string {
  return score === null ? 'insufficient' : points(score)
}

/** Path of a picture on the site; null where there are none. */
export function picturePath(name: string): string | null {
  return HAS_PICTURES ? `/og/${name}.png` : null
}
