import { createContext, useContext } from 'react'

type OfficeActions = { showPalette: () => void; showKeys: () => void }

/** What the frame of the office does for the pages in it. */
export const OfficeActionsContext = createContext<OfficeActions>({ showPalette: () => {}, showKeys: () => {} })

export const useOfficeActions = (): OfficeActions => useContext(OfficeActionsContext)
