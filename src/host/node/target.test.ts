import { describe, expect, test } from 'vitest'
import { isGated, plainPath, splitTarget } from './target.ts'

test.each([
  ['/', '/', ''],
  ['/v1/stats', '/v1/stats', ''],
  ['/v1/stats?', '/v1/stats', '?'],
  ['/v1/stats?a=1?b', '/v1/stats', '?a=1?b'],
  ['/v1/stats#x?a=1', '/v1/stats', ''],
  ['/v1/stats?a=1#x', '/v1/stats', '?a=1'],
  ['http://host/v1/stats?a=1', '/v1/stats', '?a=1'],
  ['HTTPS://host:1/v1', '/v1', ''],
  ['http://host', '/', ''],
  ['http://host?a=1', '/', '?a=1'],
  ['*', '*', ''],
  ['', '/', ''],
])('the target %s is the path %s with the query %s', (target, pathname, search) => {
  expect(splitTarget(target)).toEqual({ pathname, search })
})

test.each([
  ['/a/b', '/a/b'],
  ['//a///b', '/a/b'],
  ['/a/./b/../c', '/a/c'],
  ['/a/%2e%2e/b', '/b'],
  ['/../../a', '/a'],
  ['/a\\..\\b', '/b'],
  ['/%5cb', '/b'],
  ['/a%2fb', '/a/b'],
  ['/%255fdata', '/%5fdata'],
  ['/a/', '/a/'],
  ['/%00', null],
  ['/%ff', null],
  ['/%', null],
  ['a', null],
  ['*', null],
])('the path %s is read as %s', (pathname, plain) => {
  expect(plainPath(pathname)).toBe(plain)
})

describe(isGated, () => {
  test.each([
    '/v1',
    '/v1/',
    '/v1/stats',
    '/V1/stats',
    '//v1/stats',
    '/%761/stats',
    '/v1/%ff',
    '/v1/../x',
    '/x/../v1/stats',
    '/_data',
    '/_data/x',
    '/_DATA/x',
    '/_data./x',
    '/_data::$DATA/x',
    '/_data%20/x',
    '/%5fdata/x',
    '/x/%2e%2e/_data/x',
    '\\_data'.replace('\\', '/\\'),
    '/_fn/screener',
    '/_data%2fx',
  ])('%s is for the gateway', (pathname) => {
    expect(isGated(pathname)).toBe(true)
  })

  test.each([
    '/',
    '/v10',
    '/v1x',
    '/_database',
    '/_data-sheet',
    '/_fnord',
    '/x/_data',
    '/%255fdata',
    '/%ff',
    '*',
  ])('%s is a page or nothing', (pathname) => {
    expect(isGated(pathname)).toBe(false)
  })
})
