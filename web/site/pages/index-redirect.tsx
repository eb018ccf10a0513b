import { redirect } from 'react-router'
import { path } from '../../paths.ts'

/** `/index` is another name of the home page. */
export const loader = () => redirect(path('home'), 301)
