import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSearchFile } from '../contract/search-file.ts'
import { isScreenerRows } from '../islands/screener/table.ts'
import { builtSite } from './fixtures/built-site.ts'
import { judgedScoreboard } from './fixtures/documents.ts'
import { WALLET_RECIPIENTS } from './wallet-page.ts'

const { pathOf, file: page } = builtSite({ board: judgedScoreboard })

const PAGES = [
  'index.html',
  '404.html',
  'wallet/index.html',
  'protocol/tern-lend/index.html',
  'protocol/404/index.html',
]

test('every protocol has a page, even under an awkward name', () => {
  expect(PAGES.filter((name) => !existsSync(pathOf(name)))).toEqual([])
})

/** A component may not import its styles, so its page must: without them a drawing is black. */
test.each([
  ['index.html', '.plot'],
  ['protocol/tern-lend/index.html', '.plot'],
  ['protocol/tern-lend/index.html', '.tanks'],
  ['protocol/tern-lend/index.html', '.ways'],
  ['wallet/index.html', '.wallet-result'],
  ['wallet/index.html', '.tanks'],
  ['index.html', '.screen-table'],
])('%s has the styles of %s', (name, selector) => {
  const sheets = [...page(name).matchAll(/href="(\/_astro\/[\w.-]+\.css)"/g)]
  const css = sheets.map(([, href = '']) => page(href.slice(1))).join('')
  expect(css).toContain(selector)
})

test('every page has a search field that works as a form, and the search page one of its own', () => {
  for (const name of [...PAGES, 'search/index.html']) {
    const forms = page(name).match(/<search [^>]*>\s*<form[^>]*action="\/search\/"[^>]*>/g)
    expect(forms, name).toHaveLength(1)
    expect(page(name), name).toMatch(
      /<label[^>]*for="find"[^>]*>.*?<input id="find" name="q" type="search"/s,
    )
  }
  expect(page('search/index.html')).toMatch(/<noscript>.*list of all protocols.*<\/noscript>/s)
})

test('the file of the search field has every protocol, largest first, where its page is', () => {
  const rows = readSearchFile(JSON.parse(page('search.json'))) ?? []
  expect(rows.map(({ id, name, symbol }) => [id, name, symbol])).toEqual([
    ['tern-lend', expect.stringContaining('Tern'), 'TERN'],
    ['404', 'Skua', null],
  ])
  for (const row of rows) {
    expect(existsSync(pathOf(path.join('protocol', row.page, 'index.html'))), row.page).toBe(true)
  }
})

test('the form of the wallet page has no names and no target, so that it can put nothing into an address', () => {
  const html = page('wallet/index.html')
  const [form = ''] = /<form[^>]*id="wallet-form".*?<\/form>/s.exec(html) ?? []
  expect(form).toMatch(/^<form[^>]*\shidden/)
  expect(form).toContain('id="wallet-address"')
  expect(form).not.toMatch(/\s(name|action|method|value)=/)
})

test('the wallet page says without scripts what it does, what is sent where, and how to ask a shell', () => {
  const html = page('wallet/index.html')
  expect(html).toMatch(/<noscript>.*curl -s -H .*\/v1\/wallet\/guillemot\.eth.*<\/noscript>/s)
  expect(html.indexOf('What is sent where')).toBeLessThan(html.indexOf('>Scan</button>'))
  expect(html).toMatch(/nodes of Ethereum, Arbitrum,.* and Arc;/)
  for (const { name } of WALLET_RECIPIENTS) expect(html).toContain(`From this site: ${name}`)
  expect(html).toMatch(/id="wallet-result"[^>]*hidden/)
})

test('words of strangers stay words', () => {
  const html = page('protocol/tern-lend/index.html')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).toContain('href="https://tern.example/%22onmouseover=%22alert(1)"')
  expect(html).not.toContain('href="javascript')
  expect(page('index.html')).toContain('&lt;script&gt;')
})

test('the scoreboard shows the figures with their intervals once there are any', () => {
  const html = page('scoreboard/index.html')
  for (const part of ['0.66 [0.53, 0.78] over 20 events in 18 families', '4.0 [2.1, 7.0]']) {
    expect(html).toContain(part)
  }
  expect(html).toContain('Of severe losses there are 1;')
  expect(html).not.toContain('registered prediction')
})

test('a level is shown with the measured rate of its losses, and no score with none', () => {
  const words = 'Of protocols at this level, 2.1\u00a0% [1.4, 3.0] a year lost funds; 38 cases'
  expect(page('protocol/tern-lend/index.html')).toContain(words)
  expect(page('protocol/404/index.html')).not.toContain('at this level')
})

test('the total row holds the composite in full', () => {
  expect(page('protocol/tern-lend/index.html')).toContain('3.600000')
  expect(page('protocol/404/index.html')).not.toMatch(/\d\.\d{6}/)
})

test('a page without a score says what is needed', () => {
  expect(page('protocol/404/index.html')).toContain('No contract address is known.')
})

test('a missing signal is marked and explained', () => {
  expect(page('protocol/tern-lend/index.html')).toContain(
    'The last good reading is older than its limit.',
  )
})

test('the score is explained: range, rank, floor, what is missing, and what would move it', () => {
  const html = page('protocol/tern-lend/index.html')
  expect(html).toContain('the score would lie between 3.1 and 4.4.')
  expect(html).toContain('between 3.1 and 4.4."')
  expect(html).toContain('2 of 3 in Lending, shared with 1 other')
  expect(html).toContain('A floor lifts liquidity to 3.0 and adds 0.20: &lt;b&gt;A loss&lt;/b&gt;')
  expect(html).toContain('Lifted to 3.0 by a floor.')
  expect(html).toMatch(/All missing readings<[^1]*1\.80</)
  expect(html).toMatch(/Four recent audits.*0\.54 lower/s)
})

test('a page without a score claims no range, rank or change', () => {
  const html = page('protocol/404/index.html')
  expect(html).not.toMatch(/would lie between|<dt>Rank|What would move it|id="sea"/)
})

test('the page of a protocol opens with what it is, why, its place, and what is not known', () => {
  const [, first = ''] =
    page('protocol/tern-lend/index.html').match(/<main.*?>(.*?)class="menu"/s) ?? []
  expect(first).toContain('class="what" dir="auto">&lt;img src=x onerror=alert(1)&gt;')
  expect(first).toMatch(
    /Furthest above usual: <b>Recent loss<\/b> \(liquidity, a floor\)\..*adds 0\.20 of the 3\.6/s,
  )
  expect(first).toContain('shared with 1 other, lowest risk first. The median there is the same.')
  expect(first).toContain('Not known: audits.')
  expect(first).toMatch(/<dt>Category median<\/dt><dd>3\.6<small>Lending/)
})

test('the sections of a protocol follow each other from why to its use, and the menu leads to each', () => {
  const html = page('protocol/tern-lend/index.html')
  const titles = [...html.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, title]) => title)
  expect(titles).toEqual([
    'Why 3.6',
    'Who can change it',
    'What is missing',
    'What would move it',
    'TVL by chain',
    'History',
    'Incidents',
    'Audits and oracles',
    'Other raters',
    'Markets',
    'What it holds, and events',
    'Share it',
    'Use it',
  ])
  const [, menu = ''] = html.match(/<nav class="menu"(.*?)<\/nav>/s) ?? []
  const anchors = [...menu.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(anchors).toHaveLength(titles.length)
  expect(anchors.filter((id) => !html.includes(`id="${id}"`))).toEqual([])
})

test('the contributions are drawn as tanks beside their table, and the signals of each dimension are folded', () => {
  const html = page('protocol/tern-lend/index.html')
  const [, tanks = ''] = html.match(/<svg class="tanks"(.*?)<p class="key">/s) ?? []
  expect(tanks.match(/<svg x=/g)).toHaveLength(2)
  expect(tanks).toContain(
    '<svg x="60%" width="40%" class="lv-2" aria-hidden="true"><rect y="70%" height="30%">',
  )
  expect(tanks).toContain('Levelled, they are at 3.6.')
  expect(html).toMatch(
    /<td>2\.40<\/td>.*<details>\s*<summary><b>Audits<\/b>, 1\.80:.*Sum<.*2\.400000/s,
  )
})

test('a page without a score shows no score of a dimension either', () => {
  const html = page('protocol/404/index.html')
  expect(html).toContain('A score needs one of three: a known contract address')
  expect(html).toContain('What is read so far')
  expect(html).not.toMatch(/class="(tanks|gauge)|<h2>Why|>Floors</)
  expect(html).not.toMatch(/<span class="reading lv-/)
})

test('a protocol has snippets, a badge, and the command that checks its score', () => {
  const html = page('protocol/tern-lend/index.html')
  expect(html).toContain('curl -s http://localhost:8888/v1/protocols/tern-lend')
  expect(html).toMatch(/<img src="\/badge\/tern-lend\.svg" alt="[^"]+"/)
  expect(html).toContain('npm run verify-score -- --snapshot http://localhost:8888 --id tern-lend')
  expect(html).toContain('Snapshot <code>2026-11-21</code>')
  expect(html.match(/type="?radio"?[^>]*>[^<]+/g)?.map((tab) => tab.split('>')[1])).toEqual([
    'curl',
    'TypeScript',
    'Python',
    'Spreadsheet',
  ])
  expect(html).toContain('data-snippets><a href="/docs/embed-a-score/">')
  expect(html).toContain('href="/compare/?ids=tern-lend"')
  expect(html).toContain('href="/methodology/#check">Dispute the score')
  expect(html).not.toContain('open an issue')
})

test('a source is a link to where it can be checked, and a borrowed reading is marked', () => {
  const html = page('protocol/tern-lend/index.html')
  expect(html).toContain('href="https://tern.example/%22losses"')
  expect(html).toContain('by <a href="/methodology/">our method</a>')
  expect(html).toContain(', of its family')
})

test('who can change the contracts is a table that is drawn: a broken line where it is not known, an end at fixed code', () => {
  const [, html = ''] = page('protocol/tern-lend/index.html').split('class="stack ways"')
  expect(html).toMatch(
    /at once, at least this way.*One key.*class="fixed".*code is fixed.*No one.*class="broken"/s,
  )
})

test('each contract is listed with its address, powers, day, block and source', () => {
  const html = page('protocol/tern-lend/index.html')
  expect(html).toContain(
    'href="https://etherscan.io/address/0x0000000000000000000000000000000000000002"',
  )
  expect(html).toContain('11 Mar 2024</time>, no block recorded')
  expect(html).toContain('11 Mar 2024</time>, block 19,400,000')
  expect(html).toContain('3 of 5 signers of a Safe')
  expect(html).toContain('delay not recorded')
  expect(html).toContain(
    'Not known who can change it: the contract does not list who holds the role.',
  )
  expect(html).toMatch(/href="https:\/\/github.com\/l2beat\/l2beat"[^>]*><bdi>the chain/)
  expect(html).toContain('4 more contracts on record and not shown.')
  expect(html).toMatch(
    /DeFiScan<\/bdi><\/a> on <a href="\/chain\/ethereum\/"><bdi>Ethereum<\/bdi><\/a>, 2 Jan 2024: stage 0, risk of upgrades high\./,
  )
})

test('names, notes and links of contracts stay words unless they lead to a known host', () => {
  const html = page('protocol/tern-lend/index.html')
  expect(html).not.toContain('evil.example')
  expect(html).toContain('&lt;script&gt;alert(&quot;Pool&quot;)&lt;/script&gt;')
  expect(html).toContain('&lt;i&gt;a note&lt;/i&gt;')
  expect(html).toContain('&lt;u&gt;owner&lt;/u&gt;')
  expect(html).toContain('&lt;b&gt;Pool&lt;/b&gt;')
})

test('a page without control leaves its section out, and names it among what is missing', () => {
  const html = page('protocol/404/index.html')
  expect(html).not.toMatch(/stack ways|#control|id="control"/)
  expect(html).toMatch(/id="missing".*The bundled sample does not have it.*Who can change it</s)
})

test('markets show what is known of each asset, its state, and what is as deployed', () => {
  const html = page('protocol/tern-lend/index.html')
  expect(html).toMatch(/&lt;b&gt;USDC&lt;\/b&gt;<\/bdi>.*?<small class="state">Withdrawals paused/)
  expect(html).toContain('aggregator of the kind of Chainlink; owner not known; 5 minutes old')
  expect(html).toMatch(/data-label="Utilisation">\?</)
  expect(html).toContain('Not known for any asset: cap used.')
  expect(html).toContain('as deployed, 11 Mar 2024')
  expect(page('protocol/404/index.html')).not.toContain('id="markets"')
})

test('the screener shows its first rows without scripts, largest TVL first, and what each null means', () => {
  const [, first = '', second = ''] = page('screener/index.html').split(/<tr aria-rowindex="[23]">/)
  expect(first).toMatch(/href="\/protocol\/tern-lend\/".*3\.6<\/b><span class="word">Moderate/s)
  expect(first.match(/class="d (score|na|unk) lv-\d"/g)).toEqual([
    'class="d score lv-3"',
    'class="d na lv-0"',
    'class="d na lv-0"',
    'class="d score lv-2"',
    'class="d unk lv-0"',
    'class="d na lv-0"',
  ])
  expect(second).toContain('<span class="word">Insufficient Data</span>')
  expect(page('screener/index.html')).toContain('aria-rowcount="3"')
  expect(first).toContain('<bdi>&lt;script&gt;alert(&quot;Tern&quot;)&lt;/script&gt;</bdi>')
})

test('the rows of the screener are a document of its own, and the home page shows a few', () => {
  const rows: unknown = JSON.parse(page('screener/rows.json'))
  expect(isScreenerRows(rows)).toBe(true)
  expect(page('index.html')).toContain('href="/category/lending/"')
  const [, list = ''] = page('index.html').split('id="protocols"')
  expect(list.match(/<th scope="row"><a href="\/protocol/g)).toHaveLength(2)
})
