import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'

/** Who is signed in on a page. */
export type Reader = 'customer' | 'operator'

/** What the server rendered a page with, if it did so for a signed-in reader. */
export type Rendered = {
  reader: Reader
  /** Privacy mode was on, so amounts are hidden. */
  amountsHidden: boolean
  /** The responses that the page shows. In the browser, they are in the document (first-answers.tsx). */
  queries?: QueryClient
}

/** Returns the data of a paged query that has only its first page. */
export const firstPage = (page: unknown) => ({ pages: [page], pageParams: [undefined] })

/** The id of the element with the responses that a page was rendered with. */
export const firstAnswersId = 'first-answers'

/** The two entries provide it; undefined on pages that were rendered for nobody in particular. */
export const RenderedContext = createContext<Rendered | undefined>(undefined)
