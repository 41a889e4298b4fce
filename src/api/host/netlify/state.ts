/** Where state is kept on Netlify while STATE_URL is not set. A preview must not touch what production counts. */
export const PRODUCTION_STATE = 'blobs:'
export const PREVIEW_STATE = 'blobs:?name=preview'
