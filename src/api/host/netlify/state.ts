/** State stores on Netlify when STATE_URL is not set. A preview must not change the counters of production. */
export const PRODUCTION_STATE = 'blobs:'
export const PREVIEW_STATE = 'blobs:?name=preview'
