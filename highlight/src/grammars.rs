//! The tables of the languages that [`super::table_driven`] highlights.

use super::Class::{Function, Keyword, Number, Type};
use super::table_driven::rule::{
    ANY_CASE, ASSIGNS, AT, CALLS, CAPITALS, DIRECTIVES, DOLLAR, HASH, KEYS, LINE_WORDS, PREFIXES,
    RUST, SYMBOLS,
};
use super::table_driven::{Grammar, Quote, Spec};

const fn quote(open: &'static str, close: &'static str, escapes: bool, spans_lines: bool) -> Quote {
    Quote {
        open,
        close,
        escapes,
        spans_lines,
    }
}

const DOUBLE: Quote = quote("\"", "\"", true, false);
const SINGLE: Quote = quote("'", "'", true, false);
const LONG_DOUBLE: Quote = quote("\"\"\"", "\"\"\"", true, true);
const LONG_SINGLE: Quote = quote("'''", "'''", true, true);
const OPEN_DOUBLE: Quote = quote("\"", "\"", true, true);
const OPEN_SINGLE: Quote = quote("'", "'", true, true);
const RAW_BACK: Quote = quote("`", "`", false, true);

const SLASHES: &[(&str, &str)] = &[("/*", "*/")];

/// The comments of C and two kinds of strings.
const PLAIN: Spec = Spec {
    line_comments: &["//"],
    block_comments: SLASHES,
    strings: &[DOUBLE, SINGLE],
    words: &[],
    letters: "",
    rules: CALLS | CAPITALS,
};

macro_rules! grammars {
    ($($name:ident { $($field:ident: $value:expr),* $(,)? })*) => {
        $(#[allow(clippy::needless_update, reason = "some name every field")]
        pub(super) static $name: Grammar = Grammar::new(Spec { $($field: $value,)* ..PLAIN });)*
    };
}

const C_WORDS: &str = "auto break case const continue default do else enum extern for goto if inline register restrict return sizeof static struct switch typedef union volatile while _Static_assert";
const C_TYPES: &str = "bool char double float int long short signed size_t ssize_t unsigned void int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t wchar_t FILE";

grammars! {
    PYTHON {
        line_comments: &["#"],
        block_comments: &[],
        strings: &[LONG_DOUBLE, LONG_SINGLE, DOUBLE, SINGLE],
        words: &[
            (Keyword, "and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield"),
            (Number, "True False None Ellipsis NotImplemented"),
            (Type, "int str float bool bytes list dict set tuple object type complex frozenset"),
        ],
        rules: CALLS | CAPITALS | AT | PREFIXES,
    }
    R {
        line_comments: &["#"],
        block_comments: &[],
        strings: &[OPEN_DOUBLE, OPEN_SINGLE, RAW_BACK],
        words: &[
            (Keyword, "if else repeat while function for in next break return library require"),
            (Number, "TRUE FALSE NULL NA NA_integer_ NA_real_ NA_character_ Inf NaN T F"),
        ],
        letters: ".",
        rules: CALLS,
    }
    RUST_LANGUAGE {
        strings: &[quote("\"", "\"", true, true), SINGLE],
        words: &[
            (Keyword, "as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub ref return self static struct super trait type union unsafe use where while"),
            (Number, "true false"),
            (Type, "bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize Self"),
        ],
        rules: CALLS | CAPITALS | RUST,
    }
    GO {
        strings: &[RAW_BACK, DOUBLE, SINGLE],
        words: &[
            (Keyword, "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var"),
            (Number, "true false nil iota"),
            (Type, "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr"),
        ],
        rules: CALLS,
    }
    C {
        words: &[(Keyword, C_WORDS), (Type, C_TYPES), (Number, "true false NULL nullptr")],
        rules: CALLS | CAPITALS | HASH,
    }
    CPP {
        words: &[
            (Keyword, C_WORDS),
            (Keyword, "alignas alignof and catch class co_await co_return co_yield concept const_cast consteval constexpr constinit decltype delete dynamic_cast explicit export final friend import module mutable namespace new noexcept not operator or override private protected public reinterpret_cast requires static_assert static_cast template this thread_local throw try typeid typename using virtual"),
            (Type, C_TYPES),
            (Type, "char8_t char16_t char32_t string vector map"),
            (Number, "true false NULL nullptr"),
        ],
        rules: CALLS | CAPITALS | HASH | PREFIXES,
    }
    JAVA {
        strings: &[LONG_DOUBLE, DOUBLE, SINGLE],
        words: &[
            (Keyword, "abstract assert break case catch class const continue default do else enum exports extends final finally for goto if implements import instanceof interface module native new non-sealed open opens package permits private protected provides public record requires return sealed static strictfp super switch synchronized this throw throws to transient transitive try uses var volatile while with yield"),
            (Type, "boolean byte char double float int long short void"),
            (Number, "true false null"),
        ],
        rules: CALLS | CAPITALS | AT,
    }
    KOTLIN {
        strings: &[LONG_DOUBLE, DOUBLE, SINGLE],
        words: &[
            (Keyword, "abstract actual annotation as break by catch class companion const constructor continue crossinline data do else enum expect external final finally for fun get if import in infix init inline inner interface internal is lateinit noinline object open operator out override package private protected public reified return sealed set super suspend tailrec this throw try typealias val value var vararg when where while"),
            (Number, "true false null"),
        ],
        rules: CALLS | CAPITALS | AT,
    }
    CSHARP {
        strings: &[quote("$\"", "\"", true, false), quote("@\"", "\"", false, true), LONG_DOUBLE, DOUBLE, SINGLE],
        words: &[
            (Keyword, "abstract add as async await base break case catch checked class const continue default delegate do else enum event explicit extern finally fixed for foreach from get goto if implicit in init interface internal into is join let lock namespace new operator orderby out override params partial private protected public readonly record ref remove required return sealed select set sizeof stackalloc static struct switch this throw try typeof unchecked unsafe using var virtual volatile when where while with yield"),
            (Type, "bool byte char decimal double dynamic float int long nint object sbyte short string uint ulong ushort void"),
            (Number, "true false null"),
        ],
        rules: CALLS | CAPITALS | HASH,
    }
    SWIFT {
        strings: &[LONG_DOUBLE, DOUBLE],
        words: &[
            (Keyword, "actor any as associatedtype async await break case catch class continue convenience default defer deinit didSet do dynamic else enum extension fallthrough fileprivate final for func get guard if import in indirect infix init inout internal is isolated lazy let mutating nonisolated open operator optional override postfix precedencegroup prefix private protocol public repeat required rethrows return self set some static struct subscript super switch throw throws try typealias unowned var weak where while willSet"),
            (Number, "true false nil"),
        ],
        rules: CALLS | CAPITALS | AT | HASH,
    }
    DART {
        strings: &[LONG_DOUBLE, LONG_SINGLE, DOUBLE, SINGLE],
        words: &[
            (Keyword, "abstract as assert async await base break case catch class const continue covariant default deferred do else enum export extends extension external factory final finally for get hide if implements import in interface is late library mixin new on operator part required rethrow return sealed set show static super switch sync this throw try typedef var when while with yield"),
            (Type, "bool double dynamic int num void"),
            (Number, "true false null"),
        ],
        rules: CALLS | CAPITALS | AT,
    }
    SCALA {
        strings: &[LONG_DOUBLE, DOUBLE, SINGLE],
        words: &[
            (Keyword, "abstract case catch class def derives do else enum export extends extension final finally for forSome given if implicit import infix inline lazy match new object open opaque override package private protected return sealed super then this throw trait transparent try type using val var while with yield"),
            (Number, "true false null"),
        ],
        rules: CALLS | CAPITALS | AT,
    }
    PHP {
        line_comments: &["//", "# "],
        words: &[
            (Keyword, "abstract and array as break callable case catch class clone const continue declare default do echo else elseif enum extends final finally fn for foreach function global goto if implements include include_once instanceof insteadof interface isset list match namespace new or php print private protected public readonly require require_once return static switch throw trait try unset use var while xor yield"),
            (Type, "bool float int iterable mixed never object parent self string void"),
            (Number, "true false null TRUE FALSE NULL"),
        ],
        rules: CALLS | CAPITALS | DOLLAR,
    }
    RUBY {
        line_comments: &["#"],
        block_comments: &[("\n=begin", "\n=end")],
        words: &[
            (Keyword, "alias and attr_accessor attr_reader attr_writer begin break case class def defined? do else elsif end ensure extend for if in include module next not or private protected public raise redo require require_relative rescue retry return self super then undef unless until when while yield"),
            (Number, "true false nil"),
        ],
        letters: "",
        rules: CALLS | CAPITALS | AT | SYMBOLS | DOLLAR,
    }
    LUA {
        line_comments: &["--"],
        block_comments: &[("--[[", "]]")],
        strings: &[quote("[[", "]]", false, true), DOUBLE, SINGLE],
        words: &[
            (Keyword, "and break do else elseif end for function goto if in local not or repeat return then until while"),
            (Number, "true false nil"),
        ],
        rules: CALLS,
    }
    PERL {
        line_comments: &["#"],
        block_comments: &[],
        words: &[
            (Keyword, "and bless cmp do each else elsif eq for foreach ge gt if keys last le local lt my ne next no not or our package print push return say shift sub undef unless until use values while"),
        ],
        rules: CALLS | CAPITALS | DOLLAR | AT,
    }
    ELIXIR {
        line_comments: &["#"],
        block_comments: &[],
        strings: &[LONG_DOUBLE, DOUBLE, SINGLE],
        words: &[
            (Keyword, "after alias and case catch cond def defdelegate defexception defguard defimpl defmacro defmodule defp defprotocol defstruct do else end fn for if import in not or quote raise receive require rescue reraise super throw try unless unquote use when with"),
            (Number, "true false nil"),
        ],
        rules: CALLS | CAPITALS | AT | SYMBOLS,
    }
    HASKELL {
        line_comments: &["--"],
        block_comments: &[("{-", "-}")],
        strings: &[DOUBLE],
        words: &[
            (Keyword, "case class data default deriving do else family forall foreign if import in infix infixl infixr instance let module newtype of qualified then type where"),
            (Number, "True False Nothing"),
        ],
        letters: "'",
        rules: CAPITALS,
    }
    ZIG {
        block_comments: &[],
        words: &[
            (Keyword, "align allowzero and anyframe asm async await break callconv catch comptime const continue defer else enum errdefer error export extern fn for if inline linksection noalias noinline nosuspend opaque or orelse packed pub resume return struct suspend switch test threadlocal try union unreachable usingnamespace var volatile while"),
            (Type, "anyerror anytype bool comptime_float comptime_int f16 f32 f64 f128 i8 i16 i32 i64 i128 isize noreturn type u8 u16 u32 u64 u128 usize void"),
            (Number, "true false null undefined"),
        ],
        rules: CALLS | CAPITALS | AT,
    }
    JULIA {
        line_comments: &["#"],
        block_comments: &[("#=", "=#")],
        strings: &[LONG_DOUBLE, DOUBLE, SINGLE],
        words: &[
            (Keyword, "abstract baremodule begin break catch const continue do else elseif end export finally for function global if import in isa let local macro module mutable primitive quote return struct try type using where while"),
            (Number, "true false nothing missing Inf NaN pi"),
        ],
        letters: "!",
        rules: CALLS | CAPITALS | AT,
    }
    SOLIDITY {
        words: &[
            (Keyword, "abstract anonymous as assembly break calldata catch constant constructor continue contract delete do else emit enum error event external fallback for function if immutable import indexed interface internal is library mapping memory modifier new override payable pragma private public pure receive return returns revert storage struct super this throw try type unchecked using view virtual while"),
            (Type, "address bool byte bytes bytes32 int int256 string uint uint8 uint128 uint256"),
            (Number, "true false wei gwei ether seconds minutes hours days weeks"),
        ],
    }
    SQL {
        line_comments: &["--", "#"],
        strings: &[quote("'", "'", false, true), quote("\"", "\"", false, false), quote("`", "`", false, false)],
        words: &[
            (Keyword, "add all alter analyze and any as asc begin between by cascade case check collate column commit constraint create cross current_date current_timestamp cursor database declare default delete desc distinct drop else end escape except exec execute exists explain fetch for foreign from full function grant group having if ilike in index inner insert intersect interval into is join key lateral left like limit materialized merge natural not of offset on or order outer over partition primary procedure recursive references rename replace return returning returns revoke right rollback row rows schema select set table temporary then to transaction trigger truncate union unique update use using values view when where window with"),
            (Type, "bigint binary bit blob boolean bytea char date datetime decimal double enum float int integer json jsonb money numeric real serial smallint text time timestamp timestamptz tinyint uuid varbinary varchar"),
            (Number, "true false null"),
        ],
        rules: CALLS | ANY_CASE,
    }
    GRAPHQL {
        line_comments: &["#"],
        block_comments: &[],
        strings: &[LONG_DOUBLE, DOUBLE],
        words: &[
            (Keyword, "directive enum extend fragment implements input interface mutation on query repeatable scalar schema subscription type union"),
            (Number, "true false null"),
        ],
        rules: CAPITALS | AT | DOLLAR | KEYS,
    }
    PROTO {
        words: &[
            (Keyword, "enum extend extensions import map message oneof option optional package public repeated required reserved returns rpc service stream syntax to"),
            (Type, "bool bytes double fixed32 fixed64 float int32 int64 sfixed32 sfixed64 sint32 sint64 string uint32 uint64"),
            (Number, "true false"),
        ],
    }
    HCL {
        line_comments: &["#", "//"],
        words: &[
            (Keyword, "data for if in locals module output provider resource terraform variable dynamic moved import"),
            (Type, "any bool list map number object set string tuple"),
            (Number, "true false null"),
        ],
        letters: "-",
        rules: CALLS | ASSIGNS,
    }
    JSON {
        words: &[(Number, "true false null Infinity NaN")],
        letters: "$-",
        rules: KEYS,
    }
    POWERSHELL {
        line_comments: &["#"],
        block_comments: &[("<#", "#>")],
        strings: &[quote("\"", "\"", false, true), quote("'", "'", false, true)],
        words: &[
            (Keyword, "begin break catch class continue data do dynamicparam else elseif end enum exit filter finally for foreach function if in param process return switch throw trap try until using while"),
            (Function, "cd cls copy curl del dir echo get-childitem get-content invoke-webrequest md move new-item remove-item set-content set-item set-location start-process write-host write-output"),
        ],
        letters: "-",
        rules: ANY_CASE | DOLLAR,
    }
    DOCKER {
        line_comments: &["#"],
        block_comments: &[],
        words: &[
            (Keyword, "add arg cmd copy entrypoint env expose from healthcheck label maintainer onbuild run shell stopsignal user volume workdir"),
        ],
        rules: ANY_CASE | DOLLAR | LINE_WORDS,
    }
    MAKE {
        line_comments: &["#"],
        block_comments: &[],
        words: &[
            (Keyword, "define else endef endif export ifdef ifeq ifndef ifneq include override private undefine unexport vpath"),
        ],
        letters: ".-/",
        rules: DOLLAR | LINE_WORDS | KEYS | ASSIGNS,
    }
    NGINX {
        line_comments: &["#"],
        block_comments: &[],
        words: &[(Number, "on off")],
        rules: DOLLAR | DIRECTIVES,
    }
    CMAKE {
        line_comments: &["#"],
        block_comments: &[("#[[", "]]")],
        strings: &[OPEN_DOUBLE],
        words: &[(Number, "ON OFF TRUE FALSE PUBLIC PRIVATE INTERFACE REQUIRED")],
        rules: CALLS | DOLLAR,
    }
    LATEX {
        line_comments: &["%"],
        block_comments: &[],
        strings: &[quote("$$", "$$", true, true), quote("$", "$", true, false)],
        rules: 0,
    }
    NIX {
        line_comments: &["#"],
        strings: &[quote("''", "''", false, true), OPEN_DOUBLE],
        words: &[
            (Keyword, "assert else if in inherit let or rec then with import"),
            (Number, "true false null"),
        ],
        letters: "-'",
        rules: ASSIGNS,
    }
    VIM {
        line_comments: &["\" "],
        block_comments: &[],
        strings: &[SINGLE],
        words: &[
            (Keyword, "autocmd call command echo else elseif endfor endfunction endif endwhile execute filetype for function if let map nmap nnoremap noremap return set syntax vnoremap while inoremap"),
        ],
        rules: CALLS,
    }
    DOTENV {
        line_comments: &["#"],
        block_comments: &[],
        strings: &[OPEN_DOUBLE, OPEN_SINGLE],
        words: &[(Keyword, "export")],
        letters: "",
        rules: ASSIGNS | DOLLAR,
    }
}
