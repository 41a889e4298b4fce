/** The version of the service, as in package.json. The edge would have to carry the whole of that file for it. */
export const VERSION = '0.1.0'
