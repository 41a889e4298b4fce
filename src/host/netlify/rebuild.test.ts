import { describe, expect, test, vi } from 'vitest'
import { callBuildHook } from './rebuild.ts'

const HOOK = 'https://api.netlify.com/build_hooks/5ec2e7'

function call(url: string | undefined, reply: () => Promise<Response>) {
  const lines: string[] = []
  const request = vi.fn<typeof fetch>(reply)
  return {
    done: callBuildHook({ url, fetch: request, log: (line) => lines.push(line) }),
    request,
    lines,
  }
}

describe('callBuildHook', () => {
  test('posts to the hook and never says its address', async () => {
    const { done, request, lines } = call(HOOK, async () => new Response(null, { status: 200 }))
    await done

    const [address, init] = request.mock.calls[0] ?? []
    expect(String(address)).toBe(`${HOOK}?trigger_title=Scheduled+snapshot`)
    expect(init?.method).toBe('POST')
    expect(lines).toHaveLength(1)
    expect(lines.join()).not.toContain('5ec2e7')
  })

  test.each([undefined, '', 'not a url'])('sends no request when the hook is %s', async (url) => {
    const { done, request, lines } = call(url, async () => new Response())
    await done

    expect(request).not.toHaveBeenCalled()
    expect(lines.join()).toContain('BUILD_HOOK_URL')
  })

  test.each([
    ['refused', async () => new Response(null, { status: 404 })],
    ['unreachable', () => Promise.reject(new TypeError(`fetch failed: ${HOOK}`))],
  ])('a hook that is %s fails the run, without its address in log or error', async (_, reply) => {
    const { done, lines } = call(HOOK, reply)

    const error: unknown = await done.catch((reason: unknown) => reason)

    expect(error).toBeInstanceOf(Error)
    expect(`${error} ${lines.join()}`).not.toContain('5ec2e7')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error' })
  })
})
