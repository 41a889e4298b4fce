/** The version of the service, equal to package.json, which is too large to bundle for the edge. */
export const VERSION = '0.1.0'
