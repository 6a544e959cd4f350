"""The picture of a club, from a file."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament import exports

MOST_MIB = 2


class LogoForm(forms.Form):
    file = forms.FileField(
        label=_("Immagine PNG o JPEG, al più 2 MiB"),
        widget=forms.FileInput({"class": "file-input w-full", "accept": "image/png,image/jpeg,image/gif,image/webp"}),
    )

    def clean_file(self) -> bytes:
        """The picture as it is stored; a file too large is not even read."""
        file = self.cleaned_data["file"]
        if file.size > MOST_MIB * 1024 * 1024:
            raise forms.ValidationError(_("Il file è troppo grande: al più %(most)d MiB."), params={"most": MOST_MIB})
        try:
            return exports.logo_png(file.read())
        except exports.TooManyPixels:
            words = _("L'immagine è troppo grande: al più %(most)d milioni di punti.")
            raise forms.ValidationError(words, params={"most": exports.MOST_PIXELS // 10**6}) from None
        except exports.NoPicture:
            raise forms.ValidationError(_("Questo file non è un'immagine che si possa stampare.")) from None
