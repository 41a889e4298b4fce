import type { Server } from 'node:http'
import { onTestFinished } from 'vitest'
import { listen } from './api/local-redis.ts'

/** Listens on a free port, which is returned, until the test that runs is over; also from `beforeEach`. */
export function listenInTest(server: Server): Promise<number> {
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return listen(server)
}
