import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core'

/** Ink, from light to dark: the neutral that buttons and text are made of. The roles of both themes stand in tokens.css. */
const ink: MantineColorsTuple = [
  '#f3f5f4', '#e4e8e6', '#c9cfcc', '#aab3af', '#87918d', '#66716d', '#4a5450', '#333b38', '#20272a', '#12171a',
]

/** The dark theme's surfaces, in the places where Mantine looks for them. */
const dark: MantineColorsTuple = [
  '#edf1ef', '#c9d1cf', '#a7b2b5', '#8a969b', '#3d494f', '#2a3338', '#13181b', '#0c1012', '#090c0e', '#060809',
]

export const theme = createTheme({
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-sans)', fontWeight: '600' },
  colors: { ink, dark },
  primaryColor: 'ink',
  primaryShade: 9,
  defaultRadius: 'md',
  radius: { sm: '6px', md: '10px', lg: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver(input) {
    if (input.variant === 'filled' && (!input.color || input.color === 'ink')) {
      return { background: 'var(--action)', hover: 'var(--action-hover)', color: 'var(--on-action)', border: '1px solid transparent' }
    }
    return defaultVariantColorsResolver(input)
  },
})

const roles = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-error': 'var(--down)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-primary-color-filled': 'var(--action)',
  '--mantine-primary-color-filled-hover': 'var(--action-hover)',
}

/** Mantine's own colour variables follow our roles, so that one set of tokens rules both. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: roles, dark: roles })
