/** A request as plain data, so that a host does not have to build a `Request`. */
export interface ApiRequest {
  method: string
  pathname: string
  /** Query with its `?`, or empty. */
  search: string
  /** Address of the client as the host knows it. */
  ip: string
  /** The value of a header by its lower-case name, or null. */
  header(name: string): string | null
  /** Why the host could not parse the request, as a complete sentence. Absent for a readable request. */
  malformed?: string
}
