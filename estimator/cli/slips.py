"""What is wrong with a command line, in the words of the house: one sentence, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import click

from estimator.phrase import phrase


class OwnContext(click.Context):
    """A context that knows itself in every slip, and says which arguments are too many."""

    @contextmanager
    def scope(self, cleanup: bool = True) -> Iterator[click.Context]:
        """As click does; a slip that its parser finds does not say on which command."""
        with super().scope(cleanup) as context:
            try:
                yield context
            except click.UsageError as error:
                error.ctx = error.ctx or self
                raise

    def fail(self, message: str) -> None:  # type: ignore[override]
        """Click fails so for arguments that nobody asked for; it names them in brackets."""
        named = re.search(r"[(\uff08](.*)[)\uff09]\Z", message, re.DOTALL)
        if named is None:
            raise click.UsageError(message, self)
        what = phrase("'{args}' is more than it takes; write {usage}", args=named[1], usage=usage(self))
        raise click.UsageError(what, self)


class OneOf(click.Choice[str]):
    """One of a few words."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """The word that was nearly written, or all of them."""
        from estimator.spec.reading.suggest import suggestion
        from estimator.units import shown

        return phrase("{value} is not known; {hint}", value=shown(str(value)), hint=suggestion(value, self.choices))


def usage(context: click.Context) -> str:
    """What a command line has at least: ``commspec solve SPEC --for PATH``."""
    needed = [param for param in context.command.params if param.required]
    arguments = [_written(one, context) for one in needed if isinstance(one, click.Argument)]
    options = [_written(one, context) for one in needed if isinstance(one, click.Option)]
    return " ".join((context.command_path, *arguments, *options))


def slip(error: click.ClickException) -> str | None:
    """The sentence about a failure; None where click shows a help in its place."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError) or not isinstance(error, click.UsageError):
        return None
    context = error.ctx
    if context is None:
        return error.message
    if isinstance(error, click.MissingParameter):
        name = _name(error.param) if error.param is not None else ""
        return phrase("{name}: is missing; write {usage}", name=name, usage=usage(context))
    if isinstance(error, click.NoSuchOption):
        return _unknown(phrase("there is no option {name}", name=error.option_name), error, context)
    if isinstance(error, click.NoSuchCommand):
        return _unknown(phrase("there is no command {name}", name=error.command_name), error, context)
    if isinstance(error, click.BadOptionUsage):
        return _value_of(error.option_name, context)
    if isinstance(error, click.BadParameter) and error.param is not None:
        return phrase("{name}: {what}", name=_name(error.param), what=error.message)
    return phrase("{command}: {what}", command=context.command_path, what=error.message)


def _unknown(what: str, error: click.NoSuchOption | click.NoSuchCommand, context: click.Context) -> str:
    from estimator.spec.reading.suggest import suggestion

    name = error.option_name if isinstance(error, click.NoSuchOption) else error.command_name
    path = context.command_path
    hint = suggestion(name, error.possibilities or ()) or phrase("{command} --help names what there is", command=path)
    return phrase("{command}: {what}; {hint}", command=path, what=what, hint=hint)


def _value_of(name: str, context: click.Context) -> str:
    """An option that lacks its value, or has one that it does not take."""
    option = next((one for one in context.command.params if name in one.opts), None)
    if isinstance(option, click.Option) and option.is_flag:
        return phrase("{name}: takes no value; write {name} alone", name=name)
    written = _written(option, context) if option is not None else name
    return phrase("{name}: its value is missing; write {written}", name=name, written=written)


def _name(param: click.Parameter) -> str:
    """What people call a parameter: an option by its long name, an argument as the help has it."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.metavar or str(param.name).upper()


def _written(param: click.Parameter, context: click.Context) -> str:
    """How a parameter is written: ``--for PATH``, ``SPEC``."""
    if not isinstance(param, click.Option):
        return param.make_metavar(context)
    return f"{_name(param)} {param.make_metavar(context)}"
