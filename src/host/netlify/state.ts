/** State stores on Netlify when STATE_URL is not set. A preview must not change the counters of production. */
export const PRODUCTION_STATE = 'blobs:'
export const PREVIEW_STATE = 'blobs:?name=preview'

/** Digests made with this secret are useless anywhere else. */
export const DEVELOPMENT_SECRET = 'the secret of netlify dev, known to all'

export const MIN_SECRET_LENGTH = 32
