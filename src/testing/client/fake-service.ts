import type { ClientOptions } from '../../client/index.ts'

/** An answer of the service, or what `fetch` rejects with. */
export type Answer = Response | Error | ((init: RequestInit) => Promise<Response>)

export interface FakeService {
  /** Options of a client whose time does not pass and whose random number is 1. */
  options: ClientOptions
  /** URLs that were asked for. */
  urls: string[]
  inits: RequestInit[]
  /** Milliseconds of every wait. */
  waits: number[]
}

/** A service that gives these answers in turn. */
export function fakeService(answers: Answer[], given: Partial<ClientOptions> = {}): FakeService {
  const left = [...answers]
  const service: FakeService = {
    urls: [],
    inits: [],
    waits: [],
    options: {
      baseUrl: 'https://risk.example',
      fetch: async (url, init) => {
        service.urls.push(url)
        service.inits.push(init)
        const answer = left.shift()
        if (!answer) throw new Error('The test has no more answers.')
        if (answer instanceof Error) throw answer
        return answer instanceof Response ? answer : answer(init)
      },
      sleep: async (ms) => {
        service.waits.push(ms)
      },
      random: () => 1,
      ...given,
    },
  }
  return service
}

export function json(body: unknown, init: ResponseInit = {}): Response {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', ...init.headers }
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { ...init, headers })
}

/** A success with data. */
export function data(value: unknown, headers: Record<string, string> = {}): Response {
  return json({ success: true, data: value }, { headers })
}

/** An error of the service. */
export function failure(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  message = 'A sentence.',
): Response {
  const documentation = `/docs/errors/${code}/`
  const error = { code, message, status, documentation, details: { id: ['must be given'] } }
  return json({ success: false, data: null, error }, { status, headers })
}

/** A response whose connection breaks off after these characters. */
export function cutOff(text: string): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text))
    },
    pull(controller) {
      controller.error(new TypeError('terminated'))
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}
