import path from 'node:path'
import type { APIRoute, GetStaticPaths } from 'astro'
import { documentsFolder } from '../catalogue-files.ts'
import { PROTOCOL_FILES } from './patterns.ts'
import { type ProtocolFile, protocolFiles } from './protocol-files.ts'

export const getStaticPaths = (async ({ routePattern }) => {
  const files = protocolFiles({
    documents: documentsFolder(),
    fonts: path.resolve('public/fonts'),
    site: import.meta.env.SITE,
    now: Date.now(),
  })
  const own: { params: { name: string }; props: { file: ProtocolFile } }[] = []
  for await (const file of files) {
    if (file.pattern === routePattern) own.push({ params: { name: file.name }, props: { file } })
  }
  return own
}) satisfies GetStaticPaths

/** The files of one pattern, for the development server. */
export const GET: APIRoute<{ file: ProtocolFile }> = async ({ props: { file } }) => {
  const body = await file.body()
  const headers = { 'Content-Type': PROTOCOL_FILES[file.pattern] }
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), { headers })
}
