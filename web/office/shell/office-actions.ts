import { createContext, useContext } from 'react'

type OfficeActions = { showPalette: () => void; showKeys: () => void }

/** Actions that the office frame provides to its pages. */
export const OfficeActionsContext = createContext<OfficeActions>({ showPalette: () => {}, showKeys: () => {} })

export const useOfficeActions = (): OfficeActions => useContext(OfficeActionsContext)
