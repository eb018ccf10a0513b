import { sealerOfPurpose, type SealedColumn, type SealedValues } from '../platform/secrets/sealed-values.ts'
import { personalDataPurpose } from './context.ts'
import { invitationPlace, peopleActions } from './people/people-proposals.ts'

const sealerOf = sealerOfPurpose(personalDataPurpose)

function sealed(name: string, field: string): SealedColumn {
  return {
    table: `operators.${name}`,
    keys: ['id'],
    column: `${field}_sealed`,
    sealerOf,
    boundTo: ({ id }) => `${name}/${id}/${field}`,
  }
}

/** Lists this module's encrypted values. */
export const operatorsSealed: SealedValues = {
  columns: [
    sealed('person', 'email'),
    sealed('person', 'totp'),
    sealed('link', 'email'),
    sealed('link', 'totp'),
    ...['name', 'email', 'subject', 'content', 'answer'].map((field) => sealed('message', field)),
    {
      table: 'operators.approval',
      keys: ['id'],
      jsonColumn: 'input',
      field: 'emailSealed',
      boundBy: 'invitation',
      where: { column: 'action', equals: peopleActions.invite },
      sealerOf,
      boundTo: ({ invitation }) => invitationPlace(invitation!),
    },
  ],
}
