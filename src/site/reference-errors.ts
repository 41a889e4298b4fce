import { errorBody, type ProblemCode } from '../contract/problems.ts'
import { API, type ReferenceOperation, referenceOperations } from './reference.ts'

/** The endpoints that may answer with an error, in the order of the documentation; none for an error of the API as a whole. */
export function operationsWith(code: ProblemCode): ReferenceOperation[] {
  return referenceOperations().filter(({ responses }) =>
    responses.some((response) => response.code === code),
  )
}

/** Example of the body: that of the OpenAPI document, if it describes the error. */
export function errorExample(code: ProblemCode): unknown {
  const [example] = Object.values(
    API.components.responses[code]?.content?.['application/json']?.examples ?? {},
  )
  return example?.value ?? errorBody(code)
}
