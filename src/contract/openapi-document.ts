import type * as z from 'zod'

export type OpenApiVersion = '3.0.3' | '3.1.1'

export type JsonSchema = z.core.JSONSchema.JSONSchema

export type Reference = { $ref: string }

export interface Header {
  description: string
  required: boolean
  schema: JsonSchema
  example?: string | number
}

export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  description: string
  required?: true
  deprecated?: true
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { value: string }>
}

export interface MediaType {
  schema: JsonSchema
  examples?: Record<string, { summary?: string; value: unknown }>
}

export interface ResponseObject {
  description: string
  headers: Record<string, Reference>
  content?: Record<string, MediaType>
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  deprecated?: true
  tags: string[]
  security: Record<string, string[]>[]
  parameters: (Parameter | Reference)[]
  responses: Record<string, ResponseObject | Reference>
}

/** The part of OpenAPI that is used here: every operation is a GET, JSON is the only media type. */
export interface OpenApi {
  openapi: OpenApiVersion
  info: {
    title: string
    version: string
    description: string
    license: { name: string; url: string }
  }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, { get: Operation }>
  components: {
    securitySchemes: Record<string, Record<string, string>>
    parameters: Record<string, Parameter>
    headers: Record<string, Header>
    schemas: Record<string, JsonSchema>
    responses: Record<string, ResponseObject>
  }
}
