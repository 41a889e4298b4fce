import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CodeChange } from '../domain/control.ts'
import {
  aContract,
  aPath,
  changedBy,
  IMMUTABLE,
  someContracts,
} from '../domain/fixtures/control.ts'
import { groupControl } from './control-groups.ts'
import { MAX_ROWS, pictureOf } from './control-picture.ts'
import { shown } from './fixtures/control.ts'

const draw = (codeChange: CodeChange, shape: 'wide' | 'tall' = 'wide') =>
  pictureOf(groupControl([shown(aContract({ codeChange }))]), shape)

const textsOf = (codeChange: CodeChange) => draw(codeChange).rows[0]?.texts.map(({ text }) => text)

describe('the picture of who can change the code', () => {
  test('names the code, the delay on the arrow, the contracts on the way and the actor', () => {
    const path = aPath({ delaySeconds: 172_800, via: ['0x1', '0x2'] })
    expect(textsOf(changedBy(path))).toEqual([
      'Pool',
      'holds deposits; Ethereum',
      '3 of 5 signers of a Safe',
      '0x0000…00aa, Ethereum',
      'after 2 days',
      'through 2 contracts',
    ])
  })

  test('has a dot for each signer, as many full as must agree, unless there are too many', () => {
    const dots = (signers: number) => draw(changedBy(aPath({ signers }))).rows[0]?.dots ?? []
    expect(dots(5).map(({ isFull }) => isFull)).toEqual([true, true, true, false, false])
    expect(dots(17)).toEqual([])
  })

  test('breaks the line where the delay or the actor is not known', () => {
    const isBroken = (change: CodeChange) => draw(change).rows[0]?.line.isBroken
    expect(isBroken(changedBy(aPath()))).toBe(false)
    expect(isBroken(changedBy(aPath({ delaySeconds: null })))).toBe(true)
    expect(isBroken(changedBy(aPath({ actor: 'unidentified' })))).toBe(true)
    expect(isBroken({ known: false, why: 'not-recorded' })).toBe(true)
    expect(textsOf({ known: false, why: 'not-recorded' })).toContain('Not known')
  })

  test('ends in a bar at fixed code, and in an arrow elsewhere', () => {
    expect(draw(changedBy(IMMUTABLE)).rows[0]?.end).toMatch(/^M[\d.]+ [\d.]+v18$/)
    expect(draw(changedBy(aPath())).rows[0]?.end).toContain('l9 6l-9 6')
    expect(textsOf(changedBy(IMMUTABLE))).toEqual(
      expect.arrayContaining(['No one', 'code is fixed']),
    )
  })

  test.each(['wide', 'tall'] as const)('keeps every part inside and rows apart, %s', (shape) => {
    fc.assert(
      fc.property(someContracts, fc.string({ maxLength: 300 }), (contracts, name) => {
        const named = contracts.map((contract) => shown({ ...contract, name }))
        const groups = groupControl(named)
        const { width, height, rows } = pictureOf(groups, shape)
        expect(rows).toHaveLength(Math.min(MAX_ROWS, groups.length))
        let bottom = 0
        for (const { panel, texts, dots } of rows) {
          expect(panel.y).toBeGreaterThan(bottom)
          const tops = texts.map(({ y, size }) => y - size)
          expect(Math.min(...tops)).toBeGreaterThan(bottom - 4)
          for (const { x, y, text, size } of texts) {
            expect(x + [...text].length * size * 0.56).toBeLessThanOrEqual(width + 1)
            expect(y).toBeLessThan(height)
          }
          for (const { x } of dots) expect(x + 4).toBeLessThanOrEqual(width)
          bottom = Math.max(
            panel.y + panel.height,
            ...texts.map(({ y }) => y),
            ...dots.map(({ y }) => y),
          )
        }
      }),
    )
  })
})
