import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { builtSite, SITE } from './fixtures/built-site.ts'

const { pathOf, file, page } = builtSite({ site: SITE })

/** Addresses of all built pages that lead nowhere else; cards, which are for other sites, have tests of their own. */
const addresses = () =>
  globSync('**/index.html', { cwd: pathOf(''), exclude: ['embed/**'] })
    .map((name) => path.join('/', path.dirname(name), '/'))
    .filter((address) => !page(address).includes('http-equiv="refresh"'))

/** What is wrong with pages, each named by its address; none of all pages should be. */
function faults(faultOf: (html: string, address: string) => unknown[]) {
  const all = addresses()
  expect(all.length).toBeGreaterThan(90)
  return all.flatMap((address) => faultOf(page(address), address).map((what) => [address, what]))
}

/** The tags of a page, with empty attributes. */
const tagsOf = (html: string) => html.replaceAll(/="[^"]*"/g, '=""').match(/<[a-z][^>]*>/gi) ?? []

test('has one title, a description, and its own address unless it is hidden', () => {
  const lacking = (html: string, address: string) => [
    ...(html.match(/<h1\b/g)?.length === 1 ? [] : ['h1']),
    ...(/<meta name="description"[^>]* content="[^"]{20,}">/.test(html) ? [] : ['description']),
    ...(html.includes('content="noindex"') ||
    (html.includes(`<link rel="canonical" href="${SITE}${encodeURI(address)}">`) &&
      html.includes(`<meta property="og:url" content="${SITE}${encodeURI(address)}">`))
      ? []
      : ['address']),
  ]
  expect(faults(lacking)).toEqual([])
})

test('has no inline script or style, and loads scripts and styles of this site only', () => {
  const sources = (html: string) =>
    [...html.matchAll(/<(?:script[^>]*\ssrc|link rel="stylesheet" href)="([^"]*)"/g)].map(
      ([, source = '']) => source,
    )
  const foreign = (html: string) => [
    ...tagsOf(html).filter((tag) => /^<style|\s(style|on\w+)=/i.test(tag)),
    ...(html
      .replaceAll(/="[^"]*[<>][^"]*"/g, '=""')
      .match(/<script(?![^>]*(\ssrc=|type="application\/ld\+json"))[^>]*>/gi) ?? []),
    ...sources(html).filter((source) => !/^\/_astro\/[\w.-]+\.(js|css)$/.test(source)),
  ]
  expect(faults((html) => (sources(html).length > 0 ? [] : ['no files']))).toEqual([])
  expect(faults(foreign)).toEqual([])
})

test('names no part twice', () => {
  const twice = (html: string) => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    return ids.filter((id, index) => ids.indexOf(id) !== index)
  }
  expect(faults(twice)).toEqual([])
})

test('has links to this site that lead to something', () => {
  const lost = (html: string, address: string) => {
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href ?? '')
    const own = links.filter((href) => !/^https?:/.test(href))
    return own.length > 5
      ? [...new Set(own)].filter((href) => isLost(href, address))
      : ['few links']
  }
  expect(faults(lost)).toEqual([])
})

test('has heads in every table of the pages about the method, and a name outside of notes', () => {
  const unnamed = (html: string, address: string) => {
    const [, about] = /^\/(methodology|validation|scoreboard|decisions)\//.exec(address) ?? []
    const tables = about ? (html.match(/<table[\s\S]*?<\/table>/g) ?? []) : []
    const isNote = about === 'decisions'
    return tables.filter((table) => !/<th\b/.test(table) || !(isNote || table.includes('<caption')))
  }
  expect(faults(unnamed)).toEqual([])
})

const texts = new Map<string, string>()

/** Whether a link leads nowhere. Responses of the API and files that a run publishes beside the site are not made by this build. */
function isLost(href: string, from: string): boolean {
  if (!/^[/#]/.test(href)) return true
  const [address = '', anchor] = href.replace(/\?.*/, '').split('#')
  if (/^\/(v1(\/|$)|snapshot\/|bulk\/|openapi(-3\.1)?\.json$|scoreboard\.json$)/.test(address))
    return false
  const target = decodeURI(address === '' ? from : address)
  const name = pathOf(target.endsWith('/') ? path.join(target, 'index.html') : target)
  if (!existsSync(name)) return true
  if (!anchor || !name.endsWith('.html')) return false
  const text = texts.get(name) ?? readFileSync(name, 'utf8')
  texts.set(name, text)
  return !text.includes(` id="${anchor}"`)
}

test('the notice of a sample stands on every page, also on that of no page', () => {
  expect(faults((html) => (html.includes('Bundled sample') ? [] : ['notice']))).toEqual([])
  expect(file('404.html')).toContain('Bundled sample')
  expect(tagsOf(file('404.html')).filter((tag) => /\sstyle=/.test(tag))).toEqual([])
})
