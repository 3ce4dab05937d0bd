import { useEffect } from 'react';
import { call } from '#web/api/call.ts';
import { setSignedIn, type User } from '#web/shared/auth/auth.ts';
import { type ShopForm, useShopForm } from '#web/shared/forms/shop-form.ts';
import { type SavedAddress, useSaveAddress } from '../shared/own-data.ts';
import {
  ADDRESS_FIELDS,
  accountChange,
  addressChange,
  incompleteAddress,
  isAddressComplete,
  mergeErrors,
  type ProfileValues,
  throwFormFields,
  valuesOf,
} from './profile-values.ts';

/**
 * Account and default address in one form. They are saved separately: if one is incomplete, the other is still saved.
 * @param onSaved called when both are saved
 */
export function useProfileForm(
  user: User,
  address: SavedAddress | undefined,
  onSaved: () => void,
): ShopForm<ProfileValues> {
  const { mutateAsync: saveAddress } = useSaveAddress();
  const shopForm = useShopForm(
    valuesOf(user, address),
    async (typed) => {
      const [account, ownAddress] = await Promise.allSettled([saveAccount(typed), saveDefaultAddress(typed)]);
      if (account.status === 'fulfilled') {
        const { name, email, phone } = account.value;
        markSaved({ name, email, phone: phone ?? '', current_password: '' }, typed);
        setSignedIn(account.value);
      }
      if (ownAddress.status === 'fulfilled') {
        const { address, city, state, zipCode, country } = typed;
        markSaved({ address, city, state, zipCode, country }, typed);
      }
      const failures = [account, ownAddress].flatMap((part) => (part.status === 'rejected' ? [part.reason] : []));
      if (failures.length > 0) throw mergeErrors(failures);
      onSaved();
    },
    { otherwise: 'Profile update failed', name: 'profile' },
  );
  const { form } = shopForm;
  const { isDirty, dirtyFields } = form.formState;

  useEffect(() => {
    // The user or the address changed elsewhere, such as in the address book below: show it, but keep unsaved input.
    if (!isDirty) form.reset(valuesOf(user, address));
  }, [user, address, form, isDirty]);

  /** What was typed while it was saving stays, as unsaved changes. */
  const markSaved = (values: Partial<ProfileValues>, sent: ProfileValues) => {
    for (const name of Object.keys(values) as (keyof ProfileValues)[]) {
      const typed = form.getValues(name);
      form.resetField(name, { defaultValue: values[name] ?? '' });
      if (typed !== sent[name]) form.setValue(name, typed, { shouldDirty: true });
    }
  };
  const isAddressTouched = ADDRESS_FIELDS.some((name) => dirtyFields[name]) || Boolean(dirtyFields.country);
  const saveAccount = (typed: ProfileValues) =>
    call('PUT /auth/profile', { body: accountChange(typed, user, address) });
  const saveDefaultAddress = async (typed: ProfileValues) => {
    if (!isAddressTouched) return;
    if (isAddressComplete(typed)) {
      await saveAddress({ id: address?.id, body: addressChange(typed, address) }).catch(throwFormFields);
    } else if (address) throw incompleteAddress(typed);
  };

  return shopForm;
}
