import { fileURLToPath } from 'node:url'

/** The folder with the catalogues of every language, of which emails use `mails.po`. */
export const mailCatalogues = fileURLToPath(new URL('../../web/language/catalogues', import.meta.url))
