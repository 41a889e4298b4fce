/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** Folder of the exported documents; put in by the build step, absent under `astro dev`. */
  readonly PLIMSOLL_DOCUMENTS?: string
  /** Link to the code; empty or absent when none is set. */
  readonly PLIMSOLL_REPOSITORY?: string
}
