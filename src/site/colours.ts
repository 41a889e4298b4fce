import colours from '../content/colours.json' with { type: 'json' }

/** The colours of `src/styles/tokens.css`, by day and by night, for pictures that no style sheet reaches. A test compares them. */
export const COLOURS = colours.page

/** The fill of each level; never the colour of a text. */
export const LEVEL_COLOURS = colours.level
