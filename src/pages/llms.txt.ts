import type { APIRoute } from 'astro'
import template from '../content/llms.md?raw'
import { llmsText } from '../site/llms.ts'
import { referenceOperations, SANDBOX_KEY } from '../site/reference.ts'
import { repositoryLink } from '../site/settings.ts'

export const GET: APIRoute = ({ site }) =>
  new Response(
    llmsText({
      template,
      site: site?.origin ?? null,
      repository: repositoryLink(),
      operations: referenceOperations(),
      sandboxKey: SANDBOX_KEY,
    }),
  )
