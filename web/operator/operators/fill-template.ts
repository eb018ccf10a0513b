/** Returns a template's text with `{name}` and `{subject}` replaced by those of a message. */
export const fillTemplate = (text: string, values: { name: string; subject: string }): string =>
  text.replaceAll(/\{(name|subject)\}/g, (_, field: 'name' | 'subject') => values[field])
