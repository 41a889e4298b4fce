import { AccountRefusal } from './refusal.ts'
import type { Site } from './site.ts'

/**
 * Refuses what a page of another site may have sent in a visitor's name. A request that changes something must carry the Origin of
 * this site: browsers send it with every POST and no page can change it. `Sec-Fetch-Site`, where a browser sends it, must agree.
 * Throws a `AccountRefusal`.
 */
export function checkOrigin({ method, headers }: Request, { origin }: Site): void {
  const isRead = method === 'GET' || method === 'HEAD'
  const sentOrigin = headers.get('origin')
  const fetchSite = headers.get('sec-fetch-site')
  // `none`: typed into the address bar.
  const sites = isRead ? [null, 'same-origin', 'none'] : [null, 'same-origin']
  const isOurs = sentOrigin === origin || (isRead && sentOrigin === null)
  if (!isOurs || !sites.includes(fetchSite)) {
    throw new AccountRefusal('origin', `This request may only be sent by the pages of ${origin}.`)
  }
}
