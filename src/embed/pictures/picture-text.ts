/** Whether a letter can be drawn. */
type Has = (letter: string) => boolean

/** Marks that change the order or the shape of letters beside them, and those that are never seen. */
const UNSEEN = /[\p{C}\u115f\u1160\u3164\uffa0]+/gu

/**
 * A name from outside with letters that can be drawn, or null where letters are missing. Accents that no font has are left
 * out, and so are pictures such as flags.
 */
export function drawableName(name: string, has: Has): string | null {
  const plain = letters(name, has)
  if (/[\p{L}\p{N}]/u.test(plain.lost)) return null
  return /[\p{L}\p{N}]/u.test(plain.kept) ? plain.kept : null
}

/** A sentence with letters that can be drawn; those that cannot are an ellipsis. */
export function drawableText(text: string, has: Has): string {
  return letters(text, has, '…').kept.replace(/…+/g, '…')
}

function letters(text: string, has: Has, instead = ''): { kept: string; lost: string } {
  let [kept, lost] = ['', '']
  const clean = text.toWellFormed().normalize('NFC').replace(/\s+/gu, ' ').replace(UNSEEN, '')
  for (const letter of clean) {
    const base = has(letter) ? letter : letter.normalize('NFKD').replace(/\p{M}/gu, '')
    if ([...base].every(has)) kept += base
    else {
      kept += instead
      lost += letter
    }
  }
  return { kept: kept.replace(/ +/g, ' ').trim(), lost }
}
