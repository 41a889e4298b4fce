import { actOnce } from '../dom/act-once.ts'
import { button, element } from '../dom/element.ts'

/** What is asked before something is done for good. */
export interface ConfirmQuestion {
  place: HTMLElement
  /** Shows the question. `asked` gets the focus back when the answer is no. */
  ask: (asked: HTMLElement) => void
}

/** `about` names what the question is of, for the buttons. `no` is called when nothing is to be done. */
export function createQuestion(options: {
  words: string
  yes: string
  about: string
  act: () => Promise<unknown>
  no?: () => void
}): ConfirmQuestion {
  const { words, about, act, no } = options
  let asked: HTMLElement | null = null
  const back = () => {
    place.hidden = true
    no?.()
    asked?.focus()
  }
  const yes = button(options.yes, () => void actOnce(yes, act), {
    ariaLabel: `${options.yes}: ${about}`,
  })
  const keep = button('Keep it', back, { ariaLabel: `Keep it: ${about}` })
  const place = element(
    'div',
    {
      className: 'account-question',
      hidden: true,
      onkeydown: ({ key }) => {
        if (key === 'Escape') back()
      },
    },
    element('span', '', words),
    yes,
    keep,
  )
  const ask = (by: HTMLElement) => {
    asked = by
    place.hidden = false
    yes.focus()
  }
  return { place, ask }
}
