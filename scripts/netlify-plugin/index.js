// Runs inside Netlify's build: cancels a deploy that is not worth its price, and fails one that would be without a gateway.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { missingRoutes } from '../../src/host/netlify/routes.ts'

/** After the build command. */
export function onBuild({ constants, utils }) {
  const { deploy, reason } = readJson(`${constants.PUBLISH_DIR}.deploy.json`) ?? {
    deploy: false,
    reason: 'The build left no decision (dist.deploy.json).',
  }
  if (!deploy) utils.build.cancelBuild(reason)
}

/** After functions and edge functions were bundled. */
export function onPostBuild({ constants, utils }) {
  const missing = missingRoutes(readJson(path.join(constants.EDGE_FUNCTIONS_DIST, 'manifest.json')))
  if (missing.length > 0) {
    utils.build.failBuild(`There would be no gateway in front of ${missing.join(', ')}.`)
  }
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
